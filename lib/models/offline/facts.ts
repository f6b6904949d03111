import { createIndex } from "@/lib/language/bm25";
import type { PromptReading } from "./prompt-reader";

/** The set phrases in which a person says their name, and what a question for it says of them. */
export const ownName = [
  /^(?:(?:hi|hello|hey)[,!.]? )?((?:my name(?:['’]s| is)|call me) .{1,80})$/isu,
  /^(?:你好[，,！!]?)?((?:我叫|我的名字是|我的名字叫|叫我).{1,40})$/su,
];
const nameWords = "name 叫 名字";

/** The facts that have every word of a question; none for a question without words. */
export function findFacts(facts: PromptReading["facts"], asked: string): PromptReading["facts"] {
  const words = new Set(asked.split(" ").filter((word) => word !== ""));
  if (words.size === 0) return [];
  const read = facts.map(({ content }) =>
    ownName.some((pattern) => pattern.test(content)) ? `${content} ${nameWords}` : content,
  );
  const index = createIndex(read);
  const scores = [...words].map((word) => index.score(word));
  return facts.filter((_fact, at) => scores.every((score) => (score[at] ?? 0) > 0));
}
