import { getTranslations } from "next-intl/server";

/** A question, an answer and the composer, as they will stand. */
export default async function LoadingConversation() {
  const t = await getTranslations("common");
  return (
    <div role="status" className="flex min-h-0 flex-1 flex-col">
      <span className="sr-only">{t("loading")}</span>
      <div
        aria-hidden="true"
        className="mx-auto flex w-full max-w-measure flex-1 animate-pulse flex-col gap-6 overflow-hidden px-4 pt-6 sm:px-6"
      >
        <div className="h-12 w-2/3 rounded-xl bg-sunken" />
        <div className="flex flex-col gap-3">
          <div className="h-4 w-40 rounded bg-sunken" />
          <div className="h-4 rounded bg-sunken" />
          <div className="h-4 w-11/12 rounded bg-sunken" />
          <div className="h-4 w-3/5 rounded bg-sunken" />
        </div>
      </div>
      <div aria-hidden="true" className="mx-auto w-full max-w-measure px-3 pb-3 sm:px-6 sm:pb-5">
        <div className="h-24 rounded-xl border border-hairline bg-raised" />
      </div>
    </div>
  );
}
