"use client";

import { useTranslations } from "next-intl";
import { useDateText } from "./use-date-text";
import { Citation } from "@/components/markdown/citation";
import type { Disagreement } from "@/lib/protocol/claims";

/** Where sources contradict each other: who says what, as of when. */
export function Disagreements({ disagreements }: { disagreements: Disagreement[] }) {
  const t = useTranslations("evidence.disagree");
  if (disagreements.length === 0) return null;
  return (
    <section aria-label={t("title")} className="flex flex-col gap-2 text-sm">
      <h3 className="font-semibold">{t("title")}</h3>
      {disagreements.map((disagreement, index) => (
        <DisagreementTable key={index} disagreement={disagreement} />
      ))}
    </section>
  );
}

function DisagreementTable({ disagreement: { about, values } }: { disagreement: Disagreement }) {
  const t = useTranslations("evidence.disagree");
  const toDateText = useDateText();
  return (
    <div className="overflow-x-auto rounded-lg border border-hairline">
      <table className="w-full border-collapse text-start leading-5">
        <caption dir="auto" className="px-3 pt-2 text-start text-quiet wrap-anywhere">
          {about}
        </caption>
        <thead className="text-xs text-quiet">
          <tr>
            {(["source", "value", "asOf"] as const).map((name) => (
              <th key={name} scope="col" className="px-3 py-1.5 text-start font-medium">
                {t(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {values.map(({ number, value, asOf }, index) => (
            <tr key={index} className="border-t border-hairline">
              <td className="px-3 py-1.5">
                <Citation number={number} />
              </td>
              <td dir="auto" className="px-3 py-1.5 font-medium wrap-anywhere">
                {value}
              </td>
              <td className="px-3 py-1.5 whitespace-nowrap text-quiet">
                {toDateText(asOf, "date") ?? t("unknown")}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
