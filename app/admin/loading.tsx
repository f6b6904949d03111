import { getTranslations } from "next-intl/server";

/** The head of the page and its first rows, as they will stand. */
export default async function LoadingSettings() {
  const t = await getTranslations("common");
  return (
    <div role="status" className="mx-auto w-full max-w-4xl px-4 pt-6 sm:px-8">
      <span className="sr-only">{t("loading")}</span>
      <div aria-hidden="true" className="flex animate-pulse flex-col gap-4">
        <div className="h-8 w-40 rounded bg-sunken" />
        <div className="h-4 w-4/5 rounded bg-sunken" />
        <div className="mt-10 grid gap-3 sm:grid-cols-3">
          {["a", "b", "c"].map((key) => (
            <div key={key} className="h-48 rounded-xl bg-sunken" />
          ))}
        </div>
        {["d", "e", "f"].map((key) => (
          <div key={key} className="h-16 rounded-xl bg-sunken" />
        ))}
      </div>
    </div>
  );
}
