import { request as openRequest, Agent } from "node:http";
import { toTokens, toQuestion, type AnswerOrder } from "./answer-text";

/** Who is asked: the provider itself, the relay, the bare route, or the product, there by the people of `cookies` in turns. */
export type Target = {
  kind: "provider" | "relay" | "bare" | "product";
  url: string;
  wire?: "completions" | "gemini";
  cookies?: readonly string[];
};
export type Question = { order: AnswerOrder; conversationId?: string };
/**
 * Times in ms from the request; `bytes` is the body as it came over the wire, `gapsMs` the times between two arrivals from the first
 * word on.
 */
export type Reply = {
  firstMs: number;
  endMs: number;
  bytes: number;
  gapsMs: number[];
  isComplete: boolean;
  problem: string | null;
};

let asked = 0;
const answerLimitMs = 120_000;
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

/** Asks once and reads the answer to its end. Never throws: what went wrong is in `problem`. */
export function ask(target: Target, question: Question): Promise<Reply> {
  const { path, body } = toRequest(target, question);
  const { cookies = [] } = target;
  const cookie = cookies[(asked += 1) % cookies.length];
  const headers = {
    ...{ "content-type": "application/json", origin: target.url, accept: "text/event-stream" },
    ...(cookie === undefined ? {} : { cookie }),
  };
  const began = performance.now();
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const gapsMs: number[] = [];
    let firstMs = Number.NaN;
    let lastMs = 0;
    let seen = "";
    const finish = (problem: string | null) => {
      const text = Buffer.concat(chunks).toString();
      const bytes = chunks.reduce((total, chunk) => total + chunk.length, 0);
      const isComplete = problem === null && readAnswer(text) === toTokens(question.order).join("");
      resolve({
        firstMs,
        endMs: performance.now() - began,
        bytes,
        gapsMs,
        isComplete,
        problem: problem ?? (isComplete ? null : `not the answer: ${text.slice(0, 300)}`),
      });
    };
    const signal = AbortSignal.timeout(answerLimitMs);
    const outgoing = openRequest(
      `${target.url}${path}`,
      { method: "POST", agent, headers, signal },
      (response) => {
        response.on("data", (chunk: Buffer) => {
          chunks.push(chunk);
          const arrivedMs = performance.now() - began;
          if (Number.isNaN(firstMs)) {
            seen += chunk.toString();
            if (hasText(seen, target)) firstMs = lastMs = arrivedMs;
            return;
          }
          gapsMs.push(arrivedMs - lastMs);
          lastMs = arrivedMs;
        });
        response.on("end", () =>
          finish(
            response.statusCode === 200
              ? null
              : `status ${response.statusCode}: ${Buffer.concat(chunks).toString().slice(0, 300)}`,
          ),
        );
        response.on("error", (error) => finish(error.message));
      },
    );
    outgoing.on("error", (error) => finish(error.message));
    outgoing.end(JSON.stringify(body));
  });
}

/** Ends the connections that are kept open, so that a stopped server can end too. */
export function closeConnections(): void {
  agent.destroy();
}

function toRequest(
  { kind, wire = "completions" }: Target,
  { order, conversationId = crypto.randomUUID() }: Question,
): { path: string; body: object } {
  const text = toQuestion(order);
  const message = { id: crypto.randomUUID(), role: "user", parts: [{ type: "text", text }] };
  if (kind === "provider" && wire === "gemini") {
    return {
      path: "/v1beta/models/gemini-bench:streamGenerateContent?alt=sse",
      body: { contents: [{ role: "user", parts: [{ text }] }] },
    };
  }
  if (kind === "provider") {
    return {
      path: "/v1/chat/completions",
      body: { model: "bench", stream: true, messages: [{ role: "user", content: text }] },
    };
  }
  const trigger = "submit-message";
  if (kind === "bare" || kind === "relay")
    return {
      path: wire === "gemini" ? "/api/gemini" : "/api/chat",
      body: { id: conversationId, trigger, messages: [message] },
    };
  const options = wire === "gemini" ? { model: "google:gemini-bench" } : {};
  return { path: "/api/chat", body: { id: conversationId, trigger, message, options } };
}

/** Whether the first word of the answer has come, in the format that the target speaks. */
export function hasText(
  stream: string,
  { kind, wire = "completions" }: Pick<Target, "kind" | "wire">,
): boolean {
  if (kind !== "provider") return stream.includes('"type":"text-delta"');
  return (wire === "gemini" ? /"text":"[^"]/ : /"content":"[^"]/).test(stream);
}

/** The text of an answer: the deltas of a UI message stream, of chat completions, or of Gemini's stream, in their order. */
export function readAnswer(stream: string): string {
  const events = stream.split("\n").filter((line) => line.startsWith("data: {"));
  return events.map((line) => toText(JSON.parse(line.slice("data: ".length)) as StreamEvent)).join("");
}

type StreamEvent = {
  type?: string;
  delta?: string;
  choices?: { delta?: { content?: string } }[];
  candidates?: { content?: { parts?: { text?: string }[] } }[];
};

function toText({ type, delta, choices, candidates }: StreamEvent): string {
  if (type === "text-delta") return delta ?? "";
  return choices?.[0]?.delta?.content ?? candidates?.[0]?.content?.parts?.[0]?.text ?? "";
}
