import { ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { SettingDifference } from "./setting-paths";
import { useSettingWords } from "./use-setting-words";

/** What changed of the settings. */
export function DifferenceList(props: { differences: readonly SettingDifference[]; none: string }) {
  return <Differences {...props} words={useSettingWords()} />;
}

type Names<VALUE> = { nameOf: (path: string) => string; valueOf: (path: string, value: VALUE) => string };
type Props<VALUE> = {
  differences: readonly { path: string; from: VALUE; to: VALUE }[];
  none: string;
  words: Names<VALUE>;
};

/** What changed, one line each: the field, what it was and what it became. */
export function Differences<VALUE>({ differences, none, words: { nameOf, valueOf } }: Props<VALUE>) {
  const t = useTranslations("admin.words");
  if (differences.length === 0) return <p className="text-sm leading-5 text-quiet">{none}</p>;
  return (
    <ul className="grid gap-1.5 text-sm leading-5">
      {differences.map(({ path, from, to }) => (
        <li key={path} className="grid gap-x-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <span className="text-quiet">{nameOf(path)}</span>
          <span className="min-w-0 wrap-anywhere">
            <span className="sr-only">{t("from")} </span>
            <del className="text-quiet decoration-quiet/60">{valueOf(path, from)}</del>
            <ArrowRight className="mx-1.5 inline size-3.5 text-quiet rtl:rotate-180" aria-hidden="true" />
            <span className="sr-only"> {t("to")} </span>
            <ins className="font-medium no-underline">{valueOf(path, to)}</ins>
          </span>
        </li>
      ))}
    </ul>
  );
}
