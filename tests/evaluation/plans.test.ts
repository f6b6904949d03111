import { expect, it } from "vitest";
import { askOneWay, callMs, readPlanQuestions, type Spent } from "./plans/run-plans";
import { putIntoDocs } from "./report";

it("counts what a plan costs beside the plain loop", async () => {
  const loops: Spent[] = [];
  const plans: Spent[] = [];
  for (const question of readPlanQuestions()) {
    loops.push(await askOneWay(question, "loop"));
    plans.push(await askOneWay(question, "plan"));
  }
  const table = writeTable(loops, plans);
  putIntoDocs("plans", table);
  console.info(`${table}\n\nEach call of the model takes ${callMs} ms before its first word.`);
  expect([...loops, ...plans].filter(({ isWhole }) => !isWhole)).toEqual([]);
});

const sum = (all: readonly Spent[], field: Exclude<keyof Spent, "isWhole">): number =>
  all.reduce((total, one) => total + one[field], 0);

function writeTable(loops: readonly Spent[], plans: readonly Spent[]): string {
  const rows = [
    ["calls of the model", sum(loops, "calls"), sum(plans, "calls")],
    ["tokens sent", sum(loops, "inputTokens"), sum(plans, "inputTokens")],
    ["tokens written", sum(loops, "outputTokens"), sum(plans, "outputTokens")],
    ["seconds", sum(loops, "ms") / 1_000, sum(plans, "ms") / 1_000],
  ] as const;
  const lines = rows.map(([name, loop, plan]) => {
    const [one, other] = [loop, plan].map((value) => Math.round(value).toLocaleString("en"));
    return `| ${name} | ${one} | ${other} | ${(plan / loop).toFixed(2)} |`;
  });
  return ["| Ten questions together | Loop | Plan | Plan beside loop |", "|---|---|---|---|", ...lines].join(
    "\n",
  );
}
