import { useTranslations } from "next-intl";

/** The first thing the keyboard reaches: past what is beside the page. */
export function SkipLink() {
  const t = useTranslations("shell");
  return (
    <a
      href="#content"
      className="sr-only z-50 rounded-lg bg-raised px-3 py-2 shadow-float focus:not-sr-only focus:absolute focus:start-2 focus:top-2"
    >
      {t("skip")}
    </a>
  );
}
