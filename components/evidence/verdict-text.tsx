"use client";

import { useTranslations } from "next-intl";
import type { CitedClaim } from "@/lib/client/claims";
import { joinClasses } from "@/components/ui/class-names";

const tones = { supported: "text-good", partly: "text-partly", not_found: "text-bad" } as const;

/** What the check found, in words, behind the mark that stands beside the number in the answer. */
export function VerdictText({ cited: { source }, className }: { cited: CitedClaim; className?: string }) {
  const t = useTranslations("evidence");
  const problems =
    source.verdict === "supported" ? [] : source.problems.map((problem) => t(`problem.${problem}`));
  return (
    <p className={joinClasses("flex items-baseline gap-1.5", tones[source.verdict], className)}>
      <span aria-hidden className="verdict-dot" data-verdict={source.verdict} />
      <span>
        {t(`verdict.${source.verdict}`)}
        {problems.length > 0 && <span className="text-quiet"> · {problems.join(" · ")}</span>}
      </span>
    </p>
  );
}
