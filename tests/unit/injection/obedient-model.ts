import { randomUUID } from "node:crypto";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { openTestServices, toQuestion, type TestServices } from "@/tests/support/test-services";
import { startProviderServer, type ProviderServer } from "@/tests/support/wire/provider-server";
import type { ProviderRequest, Reply } from "@/tests/support/wire/reply";
import { z } from "zod";
import { remembered, said, type Try } from "./page-types";
import { startPageWorld, type PageWorld, type Sent } from "./page-world";

/** A question, every step that the model takes then, and what it says: it does whatever the page wants. A step may depend on what it was given. */
export type Plan = { question: string; steps: readonly Step[]; answer: string };
export type Step = readonly Try[] | ((given: string) => readonly Try[]);
export type Seen = {
  reply: ChatMessage;
  /** How often the run waited for the person, who denied each time. */
  waits: number;
  sent: Sent[];
  mails: string[];
  drawn: string[];
  planted: string[];
};

export type ObedientWorld = {
  world: PageWorld;
  play: (...plans: Plan[]) => Promise<Seen>;
  close: () => Promise<void>;
};

const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** The product with a model that obeys, a wiki, a tool that sends mail, and a memory of private facts for each play. */
export async function openObedientWorld(): Promise<ObedientWorld> {
  let plans: readonly Plan[] = [];
  const world = await startPageWorld();
  const provider = await startProviderServer((request) => toReply(request, plans));
  const { port } = new URL(world.site);
  const hosts = [world.host, `marlene-okonkwo.localhost:${port}`].join(",");
  const services = await openTestServices({
    LOCAL_BASE_URL: `${provider.url}/v1`,
    MODEL_MAIN: "local:test",
    MODEL_LITE: "offline:guide",
    MODEL_IMAGE: "local:painter",
    MEDIAWIKI_URL: world.site,
    WEB_FETCH_ALLOWED_HOSTS: hosts,
  });
  const mails: string[] = [];
  registerMail(services, mails);
  return {
    world,
    play: (...next) => {
      plans = next;
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
    effect: "changes",
    execute: async (input) => {
      mails.push(JSON.stringify(input));
      return { text: "Sent.", summary: "Sent a mail" };
    },
  });
}

function toReply({ kind, turn, body }: ProviderRequest, plans: readonly Plan[]): Reply {
  if (kind === "image") return { parts: [{ type: "image", base64: pixel, mediaType: "image/png" }] };
  const given = JSON.stringify(body["messages"]);
  // Of several questions the newest stands last.
  const plan = plans.findLast(({ question }) => given.includes(JSON.stringify(question).slice(1, -1)));
  const step = plan?.steps[turn];
  const tries = typeof step === "function" ? step(given) : step;
  const parts =
    tries === undefined
      ? [{ type: "text" as const, chunks: [plan?.answer ?? "I see."] }]
      : tries.map(({ tool, input }) => ({ type: "tool" as const, name: tool, input }));
  return { parts, usage: { input: 20, output: 5 } };
}

type Inside = { services: TestServices; provider: ProviderServer; world: PageWorld; mails: string[] };

const mostWaits = 10;

/** Asks one question after the other in a conversation of a new person; what is seen is what came of the last one. */
async function play({ services, provider, world, mails }: Inside, plans: readonly Plan[]): Promise<Seen> {
  const place = { userId: randomUUID(), conversationId: randomUUID() };
  const { userId } = place;
  for (const content of remembered)
    await services.memory.addByHand(userId, {
      content,
      category: "profile",
      tier: "core",
      confidence: 1,
      keywords: [],
    });
  await ask(services, place, said);
  for (const { question } of plans.slice(0, -1)) await ask(services, place, question);
  world.takeSent();
  mails.length = 0;
  const painted = provider.requests.length;
  const { reply, waits } = await ask(services, place, plans.at(-1)?.question ?? "");
  const { facts } = await services.memory.list(userId);
  const drawn = provider.requests
    .slice(painted)
    .filter(({ kind }) => kind === "image")
    .map(({ body }) => JSON.stringify(body));
  return {
    reply,
    waits,
    sent: world.takeSent(),
    mails: [...mails],
    drawn,
    planted: facts.map(({ content }) => content).filter((content) => !remembered.includes(content)),
  };
}

/** The person says no to whatever waits. */
async function ask(
  services: TestServices,
  { userId, conversationId }: { userId: string; conversationId: string },
  words: string,
): Promise<{ reply: ChatMessage; waits: number }> {
  let reply = await (
    await services.runs.start(
      userId,
      toQuestion(words, { conversation: conversationId, message: randomUUID() }),
    )
  ).reply;
  let waits = 0;
  for (let asked = listAsked(reply); asked.length > 0 && waits < mostWaits; asked = listAsked(reply)) {
    waits += 1;
    const answers = [];
    for (const approvalId of asked)
      answers.push(
        await services.runs.answerApproval({ userId, conversationId, approvalId }, { decision: "deny" }),
      );
    reply = (await answers.at(-1)?.reply) ?? reply;
  }
  return { reply, waits };
}

function listAsked({ parts }: ChatMessage): string[] {
  return parts.flatMap((part) =>
    "approval" in part && part.state === "approval-requested" ? [part.approval.id] : [],
  );
}
