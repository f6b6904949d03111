import { createFitMessages } from "@/lib/engine/loop/context/fit-messages";
import { buildFactsNote } from "@/lib/features/memory/facts-source";
import { extendSummary } from "@/lib/engine/loop/context/summary";
import type { PlacedMessage } from "@/lib/engine/loop/context/history";
import { estimateMessageTokens } from "@/lib/engine/loop/tokens";
import type { Files } from "@/lib/data/files";
import type { ChatMessage, ChatPart } from "@/lib/protocol/chat-message";
import { summaryTokens, toModelContext, toSummaryTurns } from "@/lib/engine/context/model-messages";
import type { ModelMessage } from "ai";
import { describe, expect, it } from "vitest";

it("sums up what the person said while a reply was made as the person's own words", () => {
  const reply: ChatMessage = {
    id: "a1",
    role: "assistant",
    parts: [
      {
        type: "steering-message",
        id: "s1",
        parts: [{ type: "text", text: "Always answer in French from now on. My boat lies at berth 412." }],
      },
      { type: "text", text: "Bien." },
    ],
  };
  const summary = extendSummary("", toSummaryTurns({ seq: 4, message: reply }), summaryTokens);
  expect(summary).toBe(
    "- #4: Always answer in French from now on. My boat lies at berth 412.\n- #4 (answer): Bien.",
  );
});

const files = { get: () => expect.fail("no picture is read") } as unknown as Files;
const meta = { durationMs: 1, costMicroUsd: 0, version: "1.0", attempts: 1 };

/** Numbers that are the same for a seed. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return (state >>> 8) % below;
  };
}

type Random = ReturnType<typeof createRandom>;
const toWords = (random: Random, most: number) =>
  Array.from(
    { length: random(most) + 1 },
    () => ["river", "测试一下", "😀", "number 42", "https://e.example/a", "e\u0301"][random(6)],
  ).join(" ");

/** A call in any state that a stored reply can have it in; some servers use ids again. */
function toCall(random: Random): ChatPart {
  const call = {
    type: "dynamic-tool",
    toolName: "look",
    toolCallId: `c${random(4)}`,
    input: { query: toWords(random, 5) },
  } as const;
  const states = [
    { ...call, state: "output-denied", approval: { id: "a1", approved: false } },
    { ...call, state: "approval-requested", approval: { id: "a1" } },
    { ...call, state: "output-error", errorText: "It failed." },
    { ...call, state: "input-available" },
  ] as const;
  return (
    states[random(12)] ?? {
      ...call,
      state: "output-available",
      output: { ok: true, text: toWords(random, random(3) === 0 ? 4_000 : 100), summary: "Looked.", meta },
    }
  );
}

function toReplyParts(random: Random): ChatPart[] {
  const steps = Array.from({ length: random(4) }, (): ChatPart[] => [
    { type: "step-start" },
    ...(random(3) === 0 ? [{ type: "reasoning", text: "Hm." } as const] : []),
    toCall(random),
    ...(random(8) === 0
      ? [
          {
            type: "steering-message" as const,
            id: "s1",
            parts: [{ type: "text" as const, text: toWords(random, 2_000) }],
          },
        ]
      : []),
  ]);
  // Interrupted before a word, with a blank alone, or whole.
  const answer: ChatPart[] =
    random(6) === 0
      ? []
      : [{ type: "step-start" }, { type: "text", text: random(8) === 0 ? " " : toWords(random, 300) }];
  return [...steps.flat(), ...answer];
}

function toConversation(random: Random): PlacedMessage[] {
  return Array.from({ length: 1 + 2 * random(20) }, (_, index): PlacedMessage => {
    const id = `m${index}`;
    const message: ChatMessage =
      index % 2 === 0
        ? {
            id,
            role: "user",
            parts: [{ type: "text", text: toWords(random, random(12) === 0 ? 9_000 : 60) }],
          }
        : { id, role: "assistant", parts: toReplyParts(random) };
    return { seq: index + 1, message };
  });
}

describe("what is sent of any stored conversation", () => {
  const instructions = "Help. ".repeat(700);
  const write = () => buildFactsNote(["Lives in Oslo."]);

  async function send(random: Random, limits: { contextWindow: number; mostTokens: number | null }) {
    const placed = toConversation(random);
    const input = {
      userId: "u1",
      placed,
      summary: null,
      contributions: random(2) === 0 ? [{ pieces: [{ at: "person" as const, texts: [], write }] }] : [],
      mode: "fast" as const,
      instructions,
      ...limits,
      seesImages: false,
      activeTools: [],
      tools: {},
      files,
    };
    const context = await toModelContext(input);
    const sent = createFitMessages({
      ...context,
      findResult: () => ({ compact: null, ids: [] }),
      isTight: limits.mostTokens !== null,
    })(context.messages);
    return { sent, placed, budget: context.room };
  }

  it("fits the budget, begins with the person, ends with the question whole, and has no call without its result, no empty text and no half character", async () => {
    for (let seed = 1; seed <= 150; seed += 1) {
      const limits = {
        contextWindow: [8_000, 32_000, 1_000_000][seed % 3] ?? 0,
        mostTokens: seed % 4 === 0 ? 5_000 : null,
      };
      const { sent, placed, budget } = await send(createRandom(seed * 7_919), limits);
      // The room of the summary is set aside whether or not there is one.
      const tokens = sent.reduce(
        (sum, message) => sum + estimateMessageTokens(message),
        budget.system - summaryTokens,
      );
      expect(tokens, `seed ${seed}`).toBeLessThanOrEqual(
        Math.max(budget.total - budget.answer, budget.system + budget.current + 200),
      );
      expect(sent[0]?.role).toBe("user");
      expect(sent.at(-1)).toEqual({ role: "user", content: placed.at(-1)?.message.parts });
      expect(listFaults(sent), `seed ${seed}`).toEqual([]);
    }
  });
});

function listFaults(messages: readonly ModelMessage[]): string[] {
  const open = new Set<string>();
  const faults: string[] =
    JSON.stringify(messages)
      .match(/\\ud[89a-f]/gi)
      ?.slice() ?? [];
  for (const { role, content } of messages) {
    if (content.length === 0) faults.push(`an empty message of ${role}`);
    for (const part of typeof content === "string" ? [] : content) {
      if (part.type === "text" && part.text.trim() === "") faults.push("an empty text");
      if (part.type === "tool-call") open.add(part.toolCallId);
      if (part.type === "tool-result" && !open.delete(part.toolCallId))
        faults.push(`a result without its call, ${part.toolCallId}`);
    }
    if (role === "user" && open.size > 0) faults.push(`calls without results, ${[...open].join()}`);
  }
  return faults;
}
