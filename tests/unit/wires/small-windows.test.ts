import { describe, it } from "vitest";
import { toWords } from "@/tests/support/to-words";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { startHostileMcp } from "@/tests/support/hostile-mcp";
import { openProduct, type Product } from "@/tests/support/wire/product";
import type { Script } from "@/tests/support/wire/reply";
import { compatible } from "@/tests/support/wire/vendors";

type OnEnd = (close: () => Promise<void>) => void;
type Size = { window: number; count: number; description: string };

const admin = { id: "owner", name: "Owner" };
/** A server has no more. */
const mostOfOne = 50;
const never = new AbortController().signal;
const offeredOf = (body: Record<string, unknown>): string[] =>
  (body.tools as { function: { name: string } }[]).map((tool) => tool.function.name);

/** The product with a model of a small window and a server of many tools, the last of which is called `ping`. */
async function open({ window, count, description }: Size, script: Script, onEnd: OnEnd) {
  const product = await openProduct(compatible, script, onEnd, {
    MODEL_WINDOWS: `${compatible.ref}=${window}`,
  });
  const reading = { annotations: { readOnlyHint: true } };
  const others = Array.from({ length: count }, (_, index) => ({
    name: `get_item_${index}`,
    description,
    ...reading,
  }));
  const ping = { name: "ping", description: "Answers with a word.", ...reading };
  const pong = { ping: { content: [{ type: "text", text: "pong" }] } };
  for (let from = 0; from <= count; from += mostOfOne) {
    const server = await startHostileMcp([...others, ping].slice(from, from + mostOfOne), pong);
    onEnd(() => server.close());
    await take(product, `far${from}`, server.endpoint);
  }
  return product;
}

/** Adds the server and switches all of its tools on. */
async function take({ services: { toolServers } }: Product, name: string, url: string): Promise<void> {
  const fields = { name, transport: { kind: "http" as const, url }, secret: null, timeLimitSeconds: 30 };
  const added = await toolServers.create(fields, admin, never);
  const tools = Object.fromEntries(
    added.tools.map(({ name: tool, found }) => [tool, { accept: found?.fingerprint ?? "", isEnabled: true }]),
  );
  await toolServers.update(added.id, { tools }, added.version, admin);
}

const pinging: Script = ({ turn, body }) => {
  const name = turn === 0 ? offeredOf(body).find((offered) => offered.endsWith("_ping")) : undefined;
  return { parts: [name === undefined ? done : { type: "tool", name, input: {} }] };
};
const done = { type: "text" as const, chunks: ["Done."] };

const short = "Gets an item.";
const long = "Gets one item of the store by its number, with all that is known of it. ".repeat(8);
const sizes: Size[] = [
  { window: 8_192, count: 20, description: short },
  { window: 16_384, count: 80, description: short },
  { window: 32_000, count: 165, description: short },
  { window: 8_192, count: 20, description: long },
  { window: 16_384, count: 80, description: long },
  { window: 32_000, count: 165, description: long },
];

describe.concurrent("a small window with many tools", () => {
  it.for(sizes)(
    "gives the newest result to the model: $window tokens, $count tools",
    async (size, { expect, onTestFinished }) => {
      const { ask, calls } = await open(size, pinging, onTestFinished);
      const { reply } = await ask("Please ping it.");
      expect(reply.metadata).toMatchObject({ outcome: "completed" });
      expect(JSON.stringify(calls().at(-1)?.body["messages"])).toContain("pong");
      const offered = offeredOf(calls()[0]?.body ?? {});
      const notices = reply.parts.flatMap((part) =>
        part.type === "data-notice" ? [toWords(part.data)] : [],
      );
      const isWhole = offered.filter((name) => name.startsWith("mcp_")).length === size.count + 1;
      expect(notices.some((text) => text.includes("don’t fit"))).toBe(!isWhole);
      expect(JSON.stringify(calls()[0]?.body).length / 4).toBeLessThan(size.window);
    },
  );
});

const windowNotices = ({ parts }: ChatMessage): string[] =>
  parts.flatMap((part) =>
    part.type === "data-notice" && part.data.kind === "window" ? [toWords(part.data)] : [],
  );

describe.concurrent("a server that says to have read less than it was sent", () => {
  it.for([
    { read: 2_048, told: 1, as: "exactly a window, and is named once a conversation" },
    { read: 37, told: 0, as: "what its cache left, and is not named" },
    { read: 2_300, told: 0, as: "a part, and is not named" },
  ])("has read $as", async ({ read, told }, { expect, onTestFinished }) => {
    const script: Script = () => ({ parts: [done], usage: { input: read, output: 5 } });
    const { ask, change } = await openProduct(compatible, script, onTestFinished);
    await change({ followUpsEnabled: false });
    const { reply } = await ask("Are you there?");
    const { reply: second } = await ask("And now?", { message: "m2" });
    expect(windowNotices(reply)).toHaveLength(told);
    expect(windowNotices(reply).every((text) => text.includes("2,048 tokens"))).toBe(true);
    expect(windowNotices(second)).toEqual([]);
  });
});
