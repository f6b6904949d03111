import { expect } from "vitest";
import type { StepRecord } from "@/lib/protocol/run-record";
import type { AgentStyle } from "@/lib/protocol/settings";
import { call, openWith, text } from "@/tests/support/scripted-services";
import { toQuestion, type TestServices } from "@/tests/support/test-services";
import type { ProviderRequest, Reply } from "@/tests/support/wire/reply";

/** To questions of each kind the model would like to make so many rounds of calls. */
const wishes = { greeting: 0, sum: 1, comparison: 2, study: 4 };
const kinds = Object.keys(wishes) as (keyof typeof wishes)[];

/** Does what it is told by the tool choice, and else what the question is worth. */
export function obey({ turn, body }: ProviderRequest): Reply {
  const wish =
    wishes[kinds.find((kind) => JSON.stringify(body["messages"]).includes(`of ${kind} `)) ?? "sum"];
  const choice = body["tool_choice"];
  if (choice === "required" && wish === 0) return call("answer_directly", { reason: "It is a greeting." });
  if (choice === "none" || turn >= wish) return text("Here you are.");
  return call("calculate", { expression: `${turn + 2}*${turn + 7}` });
}

/** Asks so many questions of each kind, and counts what the records tell. */
async function askAll(services: TestServices, style: AgentStyle, many: number) {
  const steps: StepRecord[][] = [];
  const outcomes = new Set<string | undefined>();
  for (const kind of kinds.flatMap((each) => Array.from({ length: many }, () => each))) {
    const id = `${style}-${steps.length}`;
    const question = toQuestion(`Question of ${kind} ${id}`, { conversation: id, message: id });
    const started = await services.runs.start("owner", { ...question, options: { style } });
    const { metadata } = await started.reply;
    outcomes.add(metadata?.outcome);
    steps.push((await services.runs.getRecord("owner", metadata?.runId ?? "")).steps);
  }
  const count = (pick: (step: StepRecord) => number) =>
    steps.flat().reduce((sum, step) => sum + pick(step), 0);
  return {
    outcomes: [...outcomes],
    required: count(({ toolChoice }) => Number(toolChoice === "required")),
    auto: count(({ toolChoice }) => Number(toolChoice === "auto")),
    none: count(({ toolChoice }) => Number(toolChoice === "none")),
    calls: count(({ toolCalls }) => toolCalls.length),
    direct: count(({ toolCalls }) => toolCalls.filter(({ tool }) => tool === "answer_directly").length),
    mostRounds: Math.max(...steps.map((each) => each.filter(({ toolCalls }) => toolCalls.length > 0).length)),
  };
}

/** Four times `many` questions in each style. */
export async function expectStyles(many: number): Promise<void> {
  const { services } = await openWith(obey);
  const completed = { outcomes: ["completed"] };
  expect(await askAll(services, "tool_first", many)).toEqual({
    ...{ ...completed, required: 4 * many, auto: 4 * many + many + 3 * many, none: 0 },
    ...{ calls: many + many + 2 * many + 4 * many, direct: many, mostRounds: 4 },
  });
  expect(await askAll(services, "balanced", many)).toEqual({
    ...{ ...completed, required: 0, auto: 4 * many + many + 2 * many + 4 * many, none: 0 },
    ...{ calls: many + 2 * many + 4 * many, direct: 0, mostRounds: 4 },
  });
  expect(await askAll(services, "direct", many)).toEqual({
    ...{ ...completed, required: 0, auto: many + 3 * 2 * many, none: 2 * many },
    ...{ calls: many + 2 * many + 2 * many, direct: 0, mostRounds: 2 },
  });
}
