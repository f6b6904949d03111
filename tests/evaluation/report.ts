import { readFileSync, writeFileSync } from "node:fs";
import { agentStyles } from "@/lib/protocol/settings";
import type { QuestionSet } from "./questions";
import type { Judged } from "./run-questions";
import { styleLabels, toPercent, type StyleRates } from "./style-rates";

const groups = ["english", "chinese", "follow-up", "two-tool", "not-found", "search-down"] as const;

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

export function writeStyleTable(rates: StyleRates): string {
  const rows = styleLabels.map((label) => {
    const cells = agentStyles.map(
      (style) =>
        `${rates[label][style].withTools} of ${rates[label][style].total} (${toPercent(rates[label][style])} %)`,
    );
    return `| ${label.replace("_", " ")} | ${cells.join(" | ")} |`;
  });
  return [`| A tool … be used | ${agentStyles.join(" | ")} |`, "|---|---|---|---|", ...rows].join("\n");
}

const page = new URL("../../docs/evaluation.md", import.meta.url);

/** Puts a table between its two marks in docs/evaluation.md. */
export function putIntoDocs(name: "questions" | "styles" | "meaning" | "needles", table: string): void {
  const text = readFileSync(page, "utf8");
  const between = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`, "u");
  if (!between.test(text)) throw new Error(`docs/evaluation.md has no marks for ${name}.`);
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
