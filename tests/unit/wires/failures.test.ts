import { describe, it } from "vitest";
import { createChainModel } from "@/lib/models/chain-model";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import { closedAddress } from "@/tests/support/free-port";
import { textOf } from "@/tests/support/scripted-services";
import { openProduct } from "@/tests/support/wire/product";
import type { Fault, Script } from "@/tests/support/wire/reply";
import { anthropic, compatible, gemini, openai, vendors, type Vendor } from "@/tests/support/wire/vendors";

const never: Script = () => ({ parts: [], firstDelayMs: 60_000 });

// The waits between attempts are the product's own, so these run beside each other.
describe.concurrent.for(vendors)("a failure of $name", (vendor) => {
  it("that nobody answers at its address ends as failed and keeps the question", async ({
    onTestFinished,
    expect,
  }) => {
    const env = vendor.env(closedAddress);
    const { ask, services } = await openProduct(vendor, never, onTestFinished, env);
    const { reply, events } = await ask("Are you there?");
    const stored = await services.runs.readConversation("owner", "c1", { limit: 10 });
    expect(reply.metadata).toMatchObject({
      outcome: "failed",
      reason: "model_unavailable",
      error: expect.stringContaining("is not responding"),
    });
    expect(events.at(-1)).toMatchObject({ type: "finish", messageMetadata: { outcome: "failed" } });
    expect(stored.messages.map(textOf)).toEqual(["Are you there?", ""]);
    expect(stored.activeRunId).toBeNull();
  });

  it("over its quota is tried three times, then told", async ({ onTestFinished, expect }) => {
    const { ask, provider } = await openProduct(
      vendor,
      () => ({ status: 429, message: "Too many requests" }),
      onTestFinished,
    );
    const { reply, events } = await ask("Are you there?");
    expect(provider.requests).toHaveLength(3);
    const retries = (events as ChatChunk[]).flatMap((event) =>
      event.type === "data-progress" && event.data.status === "started" && event.data.details?.retry
        ? [event.data.details.retry]
        : [],
    );
    expect(retries).toHaveLength(2);
    expect(retries.every(({ askedAt, dueAt }) => dueAt > askedAt)).toBe(true);
    expect(reply.metadata).toMatchObject({
      outcome: "failed",
      reason: "model_quota",
      error: expect.stringContaining("is rate-limited"),
    });
  });

  it("that refuses the key is told at once with the variable that holds it, never with the key", async ({
    onTestFinished,
    expect,
  }) => {
    const { ask, provider } = await openProduct(
      vendor,
      () => ({ status: 401, message: "invalid key key-g key-o key-a key-c" }),
      onTestFinished,
    );
    const { reply, events } = await ask("Are you there?");
    expect(provider.requests).toHaveLength(1);
    expect(reply.metadata).toMatchObject({
      outcome: "failed",
      reason: "model_key",
      error: expect.stringContaining(vendor.keyVariable),
    });
    expect(JSON.stringify([reply, events])).not.toMatch(/key-[goac]/);
  });

  it("that falls silent before its first word is given up at the limit", async ({
    onTestFinished,
    expect,
  }) => {
    const { services } = await openProduct(vendor, never, onTestFinished);
    const model = createChainModel({
      refs: [vendor.ref],
      models: services.models(),
      wait: async () => {},
      limits: { firstChunkMs: 40 },
    });
    const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "Hi" }] }];
    await expect(model.doStream({ prompt })).rejects.toMatchObject({
      code: "model_unavailable",
      message: expect.stringContaining("did not begin to answer"),
    });
  });

  it("can be followed by the same question, which is then answered", async ({ onTestFinished, expect }) => {
    let isBroken = true;
    const script: Script = () =>
      isBroken ? { status: 401 } : { parts: [{ type: "text", chunks: ["Yes."] }] };
    const { ask, services } = await openProduct(vendor, script, onTestFinished);
    await ask("Are you there?");
    isBroken = false;
    const again = await services.runs.start("owner", {
      id: "c1",
      trigger: "regenerate-message",
      options: {},
    });
    expect(textOf(await again.reply)).toBe("Yes.");
    expect((await services.runs.readConversation("owner", "c1", { limit: 10 })).messages.map(textOf)).toEqual(
      ["Are you there?", "Yes."],
    );
  });
});

type Row = { name: string; vendor: Vendor; fault: Fault; reason: string; calls: number };

/** In the words of the vendors' error references, November 2026. */
const rows: Row[] = [
  {
    name: "Gemini's wrong key, a 400",
    vendor: gemini,
    fault: {
      status: 400,
      code: "API_KEY_INVALID",
      message: "API key not valid. Please pass a valid API key.",
    },
    reason: "model_key",
    calls: 1,
  },
  {
    name: "Gemini's unknown model",
    vendor: gemini,
    fault: { status: 404, message: "models/gemini-3.5-flash is not found for API version v1beta" },
    reason: "model_rejected",
    calls: 1,
  },
  {
    name: "OpenAI's empty account, a 429 that waiting does not help",
    vendor: openai,
    fault: {
      status: 429,
      code: "insufficient_quota",
      message: "You exceeded your current quota, please check your plan and billing details.",
    },
    reason: "model_quota",
    calls: 1,
  },
  {
    name: "OpenAI's overlong prompt",
    vendor: openai,
    fault: {
      status: 400,
      code: "context_length_exceeded",
      message: "Your input exceeds the context window of this model.",
    },
    reason: "model_overflow",
    calls: 1,
  },
  {
    name: "Anthropic's overload",
    vendor: anthropic,
    fault: { status: 529, message: "Overloaded" },
    reason: "model_unavailable",
    calls: 3,
  },
  {
    name: "Anthropic's empty account, a 400",
    vendor: anthropic,
    fault: { status: 400, message: "Your credit balance is too low to access the Anthropic API." },
    reason: "model_quota",
    calls: 1,
  },
  {
    name: "a gateway before a compatible server",
    vendor: compatible,
    fault: { status: 502, message: "Bad Gateway" },
    reason: "model_unavailable",
    calls: 3,
  },
];

describe.concurrent("what a vendor says of a failure", () => {
  it.for(rows)(
    "is understood: $name",
    async ({ vendor, fault, reason, calls }, { onTestFinished, expect }) => {
      const { ask, provider } = await openProduct(vendor, () => fault, onTestFinished);
      const { reply } = await ask("Are you there?");
      expect(reply.metadata).toMatchObject({ outcome: "failed", reason });
      expect(provider.requests).toHaveLength(calls);
    },
  );
});
