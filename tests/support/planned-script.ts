import type { Proposal } from "@/lib/engine/planning/propose";
import { isAskedFor, isPlanAsked } from "./wire/read-form";
import type { ProviderRequest, Reply } from "./wire/reply";

export type Step = Proposal["steps"][number];
/** A proposed step whose instruction is its title; what is not said is plain. */
export const step = (title: string, needs: number[] = [], more: Partial<Step> = {}): Step => ({
  ...{ title, instruction: `Do: ${title}`, expected: "", tool: null, helper: null, needs },
  ...{ critical: false, committee: false, ...more },
});

type Answer = Reply | string;
const toReply = (answer: Answer): Reply =>
  typeof answer === "string"
    ? { parts: [{ type: "text", chunks: [answer] }], usage: { input: 20, output: 5 } }
    : answer;

export type PlannedScript = {
  /** The plan, then each plan that takes the place of what is left of it. */
  plans: (Step[] | string)[];
  /** What a step's model says, by its title, in order; the last one again. */
  steps?: Record<string, (Answer | ((request: ProviderRequest) => Answer | Promise<Answer>))[]>;
  answer?: Answer;
  /** What the small model says to what it is asked for; `null` for what is harmless. */
  small?: (request: ProviderRequest) => object | null;
  isReport?: boolean;
};

/** Who asks the model: for a plan, for a step, or for the answer. */
export function toScript({ plans, steps = {}, answer = "All told.", isReport = false }: PlannedScript) {
  const left = [...plans];
  const said = new Map(Object.entries(steps).map(([title, answers]) => [title, [...answers]]));
  return async (request: ProviderRequest): Promise<Reply> => {
    const words = JSON.stringify(request.body);
    if (isPlanAsked(request)) {
      const next = left.length > 1 ? left.shift() : left[0];
      if (typeof next === "string") return toReply(next);
      return toReply(JSON.stringify({ goal: "Know it all", report: isReport, steps: next ?? [] }));
    }
    if (words.includes("worked on by the steps of a plan")) return toReply(answer);
    const title = findStep(words);
    if (title === null) return toReply(answer);
    const answers = said.get(title) ?? [];
    const now = (answers.length > 1 ? answers.shift() : answers[0]) ?? `Result of ${title}.`;
    return toReply(typeof now === "function" ? await now(request) : now);
  };
}

export const findStep = (words: string): string | null => /Do: ([^\\"\n]+)/.exec(words)?.[1]?.trim() ?? null;

/** What the small model says: what the script knows of, else that there is a plan and all is well. */
export const toSmallScript =
  ({ small }: Pick<PlannedScript, "small">) =>
  (request: ProviderRequest): Reply => {
    const usual = harmless.find(([field]) => isAskedFor(request, field))?.[1] ?? {};
    return toReply(JSON.stringify(small?.(request) ?? usual));
  };

const harmless = [
  ["plan", { plan: true, reason: "broad" }],
  ["conflicts", { conflicts: [] }],
  ["parts", { parts: [] }],
  ["supported", { answered: true, supported: true, missing: [], refused: false, confidence: 0.97 }],
] as const;
