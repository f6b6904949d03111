import { readFileSync } from "node:fs";
import { estimateTokens } from "@/lib/engine/loop/tokens";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { startPageServer } from "@/tests/support/page-server";
import { findStep, step, toScript } from "@/tests/support/planned-script";
import { openTestServices, toQuestion } from "@/tests/support/test-services";
import { startProviderServer } from "@/tests/support/wire/provider-server";
import type { Answer, ProviderRequest, Reply } from "@/tests/support/wire/reply";

export type PlanQuestion = { question: string; parts: string[] };
export type Way = "loop" | "plan";
export type Spent = {
  calls: number;
  inputTokens: number;
  outputTokens: number;
  ms: number;
  isWhole: boolean;
};

export const readPlanQuestions = (): PlanQuestion[] =>
  JSON.parse(readFileSync(new URL("./questions.json", import.meta.url), "utf8")) as PlanQuestion[];

/** Every call of the model takes so long before its first word. */
export const callMs = 400;
/** A page is about 500 words long, and a finding four sentences. */
const page = (name: string) => `<h1>${name}</h1><p>${`What is to be known of ${name}. `.repeat(70)}</p>`;
const finding = (name: string) => `Of ${name} this is known, and it is enough to answer. `.repeat(4);

/** Asks one question one way, and counts what its model was sent and wrote. */
export async function askOneWay({ question, parts }: PlanQuestion, way: Way): Promise<Spent> {
  const pages = await startPageServer({
    "/page": (request, response) => {
      const name = new URL(request.url ?? "/", "http://pages.test").searchParams.get("of") ?? "";
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page(name));
    },
  });
  const addresses = parts.map((name) => `${pages.url}/page?of=${encodeURIComponent(name)}`);
  const spent = { calls: 0, inputTokens: 0, outputTokens: 0 };
  const script = way === "plan" ? toPlanned(parts, addresses) : toLoop(parts, addresses);
  const provider = await startProviderServer(async (request) => count(spent, request, await script(request)));
  const services = await openTestServices({
    LOCAL_BASE_URL: `${provider.url}/v1`,
    MODEL_MAIN: "local:test",
    MODEL_LITE: "offline:guide",
    WEB_FETCH_ALLOWED_HOSTS: `127.0.0.1:${pages.port}`,
  });
  try {
    const plan = way === "plan" ? ("always" as const) : ("never" as const);
    const options = { mode: "thinking" as const, plan };
    const asked = { ...toQuestion(`${question}\n${addresses.join("\n")}`), options };
    const began = performance.now();
    const reply = await (await services.runs.start("owner", asked)).reply;
    return { ...spent, ms: performance.now() - began, isWhole: isWhole(reply, parts) };
  } finally {
    await services.dispose();
    await Promise.all([provider.close(), pages.close()]);
  }
}

/** Five parts are as many as the loop has rounds: it is limited then, but has its answer. */
const isWhole = ({ parts }: ChatMessage, names: readonly string[]): boolean => {
  const words = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  return names.every((name) => words.includes(name));
};

type Script = (request: ProviderRequest) => Reply | Promise<Reply>;

const fetchPage = (url: string): Answer => ({
  parts: [{ type: "tool", name: "web_fetch", input: { urls: [url], query: "what is to be known" } }],
});
const say = (text: string): Answer => ({ parts: [{ type: "text", chunks: [text] }] });
const toAnswer = (parts: readonly string[]) => say(parts.map((name) => finding(name)).join("\n\n"));

/** One page a round, then the answer. */
const toLoop =
  (parts: readonly string[], addresses: readonly string[]): Script =>
  ({ body }) => {
    const url = addresses[JSON.stringify(body).split('"role":"tool"').length - 1];
    return url === undefined ? toAnswer(parts) : fetchPage(url);
  };

/** A step for each page, all at once, then the answer from their results. */
function toPlanned(parts: readonly string[], addresses: readonly string[]): Script {
  const titles = addresses.map((url) => `read ${url}`);
  const steps = Object.fromEntries(
    titles.map((title, at) => [title, [fetchPage(addresses[at] ?? ""), say(finding(parts[at] ?? ""))]]),
  );
  const script = toScript({
    plans: [titles.map((title) => step(title, [], { tool: "web_fetch" }))],
    steps,
    answer: toAnswer(parts),
  });
  return (request) =>
    findStep(JSON.stringify(request.body)) === null && request.turn > 0 ? toAnswer(parts) : script(request);
}

/** Tokens by our own estimate of what went over the wire. */
function count(spent: Omit<Spent, "ms" | "isWhole">, { body }: ProviderRequest, reply: Reply): Reply {
  if (!("parts" in reply)) return reply;
  const input = estimateTokens(JSON.stringify(body));
  const output = estimateTokens(JSON.stringify(reply.parts));
  spent.calls += 1;
  spent.inputTokens += input;
  spent.outputTokens += output;
  return { ...reply, usage: { input, output }, firstDelayMs: callMs };
}
