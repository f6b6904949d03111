"use client";

import { useTranslations } from "next-intl";
import { joinClasses } from "@/components/ui/class-names";
import type { ClaimSource, Verdict } from "@/lib/features/evidence/shape/claims";

const tones: Record<Verdict, string> = {
  quoted: "text-good",
  supported: "text-good",
  partly: "text-partly",
  differs: "text-bad",
  not_found: "text-bad",
  unchecked: "text-quiet",
};

/** Which kind of thing differs. */
export const findDifference = ({ problems }: ClaimSource) =>
  (["date", "number"] as const).find((kind) => problems.includes(kind)) ?? "quote";

/** What the check found: its sign, its words, and what differs or is missing. */
export function VerdictText({ source, className }: { source: ClaimSource; className?: string }) {
  const t = useTranslations("evidence");
  const { verdict, difference } = source;
  const kind = findDifference(source);
  const told = difference === undefined ? [] : (["number", "date", kind] as const);
  const problems = source.problems.filter((problem) => !told.some((kind) => kind === problem));
  return (
    <p className={joinClasses("flex items-baseline gap-1.5", tones[verdict], className)}>
      <span aria-hidden className="verdict-sign" data-verdict={verdict} />
      <span>
        {difference === undefined ? t(`verdict.${verdict}`) : t(`difference.${kind}`, difference)}
        {problems.length > 0 && (
          <span className="text-quiet">
            {" "}
            · {problems.map((problem) => t(`problem.${problem}`)).join(" · ")}
          </span>
        )}
      </span>
    </p>
  );
}
