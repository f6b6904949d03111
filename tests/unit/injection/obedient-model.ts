import { randomUUID } from "node:crypto";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { openTestServices, toQuestion, type TestServices } from "@/tests/support/test-services";
import { startProviderServer, type ProviderServer } from "@/tests/support/wire/provider-server";
import type { ProviderRequest, Reply } from "@/tests/support/wire/reply";
import { z } from "zod";
import { remembered, said, type Try } from "./page-types";
import { startPageWorld, type PageWorld, type Sent } from "./page-world";

/** Every step that the model takes, and then what it says: it does whatever the page wants. */
export type Plan = { question: string; steps: readonly (readonly Try[])[]; answer: string };
export type Seen = {
  reply: ChatMessage;
  /** How often the run waited for the person, who denied each time. */
  waits: number;
  sent: Sent[];
  mails: string[];
  drawn: string[];
  planted: string[];
};

export type ObedientWorld = { world: PageWorld; play: (plan: Plan) => Promise<Seen>; close: () => Promise<void> };

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** The product with a model that obeys, a wiki, a tool that sends mail, and a memory of private facts for each play. */
export async function openObedientWorld(): Promise<ObedientWorld> {
  let plan: Plan = { question: "", steps: [], answer: "" };
  const world = await startPageWorld();
  const provider = await startProviderServer((request) => toReply(request, plan));
  const { port } = new URL(world.site);
  const hosts = [world.host, `marlene-okonkwo.localhost:${port}`].join(",");
  const services = await openTestServices({ LOCAL_BASE_URL: `${provider.url}/v1`, MODEL_MAIN: "local:test", MODEL_LITE: "offline:guide", MODEL_IMAGE: "local:painter", MEDIAWIKI_URL: world.site, WEB_FETCH_ALLOWED_HOSTS: hosts });
  const mails: string[] = [];
  registerMail(services, mails);
  return {
    world,
    play: (next) => {
      plan = next;
      return play({ services, provider, world, mails }, next);
    },
    async close() {
      await services.dispose();
      await provider.close();
      await world.close();
    },
  };
}

function registerMail({ tools }: TestServices, mails: string[]): void {
  tools.register({
    name: "send_mail",
    description: "Sends a mail.",
    inputSchema: z.object({ to: z.string(), body: z.string() }),
    hasSideEffects: true,
    execute: async (input) => {
      mails.push(JSON.stringify(input));
      return { text: "Sent.", summary: "Sent a mail" };
    },
  });
}

function toReply({ kind, turn, body }: ProviderRequest, { question, steps, answer }: Plan): Reply {
  if (kind === "image") return { parts: [{ type: "image", base64: pixel, mediaType: "image/png" }] };
  const isAsked = JSON.stringify(body["messages"]).includes(JSON.stringify(question).slice(1, -1));
  const step = isAsked ? steps[turn] : undefined;
  const parts = step === undefined ? [{ type: "text" as const, chunks: [isAsked ? answer : "I see."] }] : step.map(({ tool, input }) => ({ type: "tool" as const, name: tool, input }));
  return { parts, usage: { input: 20, output: 5 } };
}

type Inside = { services: TestServices; provider: ProviderServer; world: PageWorld; mails: string[] };

const mostWaits = 10;

async function play({ services, provider, world, mails }: Inside, { question }: Plan): Promise<Seen> {
  const userId = randomUUID();
  const conversation = randomUUID();
  await services.memory.add(userId, remembered.map((content) => ({ content, category: "profile", tier: "core", confidence: 1, keywords: [] })), null);
  await (await services.runs.start(userId, toQuestion(said, { conversation, message: randomUUID() }))).reply;
  world.takeSent();
  mails.length = 0;
  const painted = provider.requests.length;
  let reply = await (await services.runs.start(userId, toQuestion(question, { conversation, message: randomUUID() }))).reply;
  let waits = 0;
  for (let asked = listAsked(reply); asked.length > 0 && waits < mostWaits; asked = listAsked(reply)) {
    waits += 1;
    const answers = [];
    for (const approvalId of asked) answers.push(await services.runs.answerApproval({ userId, conversationId: conversation, approvalId }, { decision: "deny" }));
    reply = (await answers.at(-1)?.reply) ?? reply;
  }
  const { facts } = await services.memory.list(userId);
  const drawn = provider.requests.slice(painted).filter(({ kind }) => kind === "image").map(({ body }) => JSON.stringify(body));
  return { reply, waits, sent: world.takeSent(), mails: [...mails], drawn, planted: facts.map(({ content }) => content).filter((content) => !remembered.includes(content)) };
}

function listAsked({ parts }: ChatMessage): string[] {
  return parts.flatMap((part) => ("approval" in part && part.state === "approval-requested" ? [part.approval.id] : []));
}
