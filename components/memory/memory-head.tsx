import { useTranslations } from "next-intl";

/** What the page is about. */
export function MemoryHead() {
  const t = useTranslations("memory");
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">{t("title")}</h1>
      <p className="pt-1 text-pretty text-quiet">{t("intro")}</p>
    </>
  );
}
