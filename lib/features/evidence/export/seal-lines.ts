import { createTranslator, type Locale } from "next-intl";
import { countMarks, type MarkVerdicts } from "@/lib/features/evidence/shape/answer-evidence";
import { listMarks } from "@/lib/features/evidence/shape/citation-marks";
import { verdicts, type Verdict } from "@/lib/features/evidence/shape/claims";
import { toSealSentence, type SealSentence } from "@/lib/features/evidence/shape/seal-sentence";

/** The product's words for what a check found: its sentences, and what each sign means. */
export type SealWords = {
  language: Locale;
  seal: Record<SealSentence["key"], string>;
  legend: Record<Verdict, string>;
};

/** As on the screen. */
const signs: Record<Verdict, string> = {
  quoted: "=",
  supported: "✓",
  partly: "◐",
  differs: "≠",
  not_found: "✕",
  unchecked: "○",
};

export const toSign = (verdict: Verdict | undefined): string => (verdict === undefined ? "" : signs[verdict]);

/** The sentence at the head of an answer; `null` without a check or a citation. */
export function writeSeal(marks: readonly MarkVerdicts[] | undefined, words: SealWords): string | null {
  const { key, values } = toSealSentence(countMarks(marks ?? []));
  if (key === "none") return null;
  return createTranslator({ locale: words.language, messages: { [key]: words.seal[key] } })(key, values);
}

/** What the signs mean, of those that there are. */
export function listLegend(marks: readonly MarkVerdicts[], { legend }: SealWords): string[] {
  const counts = countMarks(marks);
  return verdicts
    .filter((verdict) => counts[verdict] > 0)
    .map((verdict) => `${signs[verdict]} ${legend[verdict]}`);
}

/** The text with the sign of each number in its brackets: `[1 ✓, 2 ≠]`. */
export function writeSigns(text: string, marks: readonly MarkVerdicts[] | undefined): string {
  const found = listMarks(text);
  if (marks === undefined || marks.length !== found.length) return text;
  const pieces: string[] = [];
  let from = 0;
  for (const [index, { start, end, numbers }] of found.entries()) {
    const written = numbers.map((number) => `${number} ${toSign(marks[index]?.[number])}`.trim());
    pieces.push(text.slice(from, start), `[${written.join(", ")}]`);
    from = end;
  }
  return [...pieces, text.slice(from)].join("");
}
