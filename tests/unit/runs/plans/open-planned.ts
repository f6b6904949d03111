import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ChatOptions } from "@/lib/protocol/chat-request";
import type { Plan } from "@/lib/protocol/plans";
import type { Proposal } from "@/lib/plans/propose";
import { closeAfter } from "@/tests/support/scripted-services";
import { openTestServices, toQuestion, type TestServices } from "@/tests/support/test-services";
import { startProviderServer, type ProviderServer } from "@/tests/support/wire/provider-server";
import type { ProviderRequest, Reply } from "@/tests/support/wire/reply";

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
  /** What the small model says, by the purpose of its question's first words. */
  small?: (prompt: string) => object | null;
  isReport?: boolean;
};

export type Planned = { services: TestServices; provider: ProviderServer; small: ProviderServer };

/** The product with a model that plans, does the steps and answers as the script says. */
export async function openPlanned(
  script: PlannedScript,
  env: Record<string, string> = {},
  folder?: string,
): Promise<Planned> {
  const provider = await startProviderServer(toScript(script));
  closeAfter(provider);
  const small = await startProviderServer(({ body }) => {
    const prompt = JSON.stringify(body);
    const known = script.small?.(prompt) ?? null;
    const usual = prompt.includes("can answer a question in one go")
      ? { plan: true, reason: "broad" }
      : prompt.includes("List where two or more")
        ? { conflicts: [] }
        : {};
    return toReply(JSON.stringify(known ?? usual));
  });
  closeAfter(small);
  const services = await openTestServices(
    {
      LOCAL_BASE_URL: `${provider.url}/v1`,
      MODEL_MAIN: "local:test",
      COMPATIBLE_PROVIDERS: `small=${small.url}/v1`,
      MODEL_LITE: "small:judge",
      ...env,
    },
    folder,
  );
  closeAfter({ close: () => services.dispose() });
  return { services, provider, small };
}

/** Who asks the model: for a plan, for a step, or for the answer. */
export function toScript({ plans, steps = {}, answer = "All told.", isReport = false }: PlannedScript) {
  const left = [...plans];
  const said = new Map(Object.entries(steps).map(([title, answers]) => [title, [...answers]]));
  return async (request: ProviderRequest): Promise<Reply> => {
    const words = JSON.stringify(request.body);
    if (words.includes("You plan how a question is answered")) {
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

export async function askPlanned(
  services: TestServices,
  options: ChatOptions = { mode: "thinking" },
  words = "Tell me all of it.",
): Promise<ChatMessage> {
  const started = await services.runs.start("owner", { ...toQuestion(words), options });
  return started.reply;
}

export function planOf({ parts }: ChatMessage): Plan | null {
  return parts.findLast((part) => part.type === "data-plan")?.data ?? null;
}

export const statuses = (reply: ChatMessage) =>
  Object.fromEntries((planOf(reply)?.steps ?? []).map(({ title, status }) => [title, status]));
