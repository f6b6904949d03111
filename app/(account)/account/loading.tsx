import { getTranslations } from "next-intl/server";

/** The head of the page, the person and the bars, as they will stand. */
export default async function LoadingAccount() {
  const t = await getTranslations("common");
  return (
    <div role="status" className="mx-auto w-full max-w-3xl px-4 pt-8 sm:px-8">
      <span className="sr-only">{t("loading")}</span>
      <div aria-hidden="true" className="flex animate-pulse flex-col gap-4">
        <div className="h-8 w-40 rounded bg-sunken" />
        <div className="h-24 w-3/5 rounded bg-sunken" />
        {["a", "b", "c", "d", "e"].map((key) => (
          <div key={key} className="h-10 rounded bg-sunken" />
        ))}
      </div>
    </div>
  );
}
