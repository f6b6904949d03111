import { readFileSync, writeFileSync } from "node:fs";
import type { QuestionSet } from "./questions";
import type { Judged } from "./run-questions";

const groups = ["english", "chinese", "follow-up", "not-found", "search-down"] as const;

export function writeQuestionTable(sets: { set: QuestionSet; judged: Judged[] }[]): string {
  const rows = sets.map(({ set, judged }) => {
    const cells = groups.map((group) => countFulfilled(judged.filter((one) => one.question.group === group)));
    return `| ${set.toUpperCase()} | ${cells.join(" | ")} | **${countFulfilled(judged)}** | ${missed(judged)} |`;
  });
  return [
    `| Set | ${groups.join(" | ")} | all | missed |`,
    `|---|${"---|".repeat(groups.length + 2)}`,
    ...rows,
  ].join("\n");
}

const docs = new URL("../../docs/", import.meta.url);

/** Puts a table between its two marks in a page of the docs. */
export function putIntoDocs(
  name: "questions" | "meaning" | "needles" | "retrieval" | "retrieval by meaning" | "plans" | "scorecard",
  table: string,
  file = "evaluation.md",
): void {
  const page = new URL(file, docs);
  const text = readFileSync(page, "utf8");
  const between = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`, "u");
  if (!between.test(text)) throw new Error(`docs/${file} has no marks for ${name}.`);
  writeFileSync(
    page,
    text.replace(between, (_, start: string, end: string) => `${start}${table}\n${end}`),
  );
}

function countFulfilled(judged: Judged[]): string {
  return judged.length === 0 ? "–" : `${judged.filter((one) => one.isFulfilled).length} of ${judged.length}`;
}

function missed(judged: Judged[]): string {
  return (
    judged
      .filter((one) => !one.isFulfilled)
      .map((one) => one.question.id)
      .join(", ") || "none"
  );
}
