import { useTranslations } from "next-intl";
import { countMarks, type MarkVerdicts } from "@/lib/features/evidence/shape/answer-evidence";
import { verdicts } from "@/lib/features/evidence/shape/claims";
import { toSealSentence } from "@/lib/features/evidence/shape/seal-sentence";

/** What the check found, where an answer stands without the chat. */
export function SealSentence({ marks }: { marks: readonly MarkVerdicts[] }) {
  const t = useTranslations("evidence.seal");
  const { key, values } = toSealSentence(countMarks(marks));
  if (key === "none") return null;
  return (
    <p className="rounded-xl border border-hairline bg-raised px-4 py-3 text-sm font-semibold">
      {t(key, values)}
    </p>
  );
}

/** What the signs at the numbers mean, of those that there are. */
export function Legend({ marks }: { marks: readonly MarkVerdicts[] }) {
  const t = useTranslations("evidence.verdict");
  const found = new Set(marks.flatMap((mark) => Object.values(mark)));
  if (found.size === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm leading-5 text-quiet">
      {verdicts
        .filter((verdict) => found.has(verdict))
        .map((verdict) => (
          <li key={verdict} className="flex items-baseline gap-1.5">
            <span aria-hidden className="verdict-sign" data-verdict={verdict} />
            {t(verdict)}
          </li>
        ))}
    </ul>
  );
}
