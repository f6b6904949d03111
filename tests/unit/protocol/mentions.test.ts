import { expect, it } from "vitest";
import { putMention } from "@/components/chat/suggestions/use-mentions";
import { chatRequestSchema } from "@/lib/protocol/chat-request";
import type { Mention } from "@/lib/protocol/mentions";

const isTaken = (mentions: unknown) =>
  chatRequestSchema.safeParse({
    id: "c1",
    message: { id: "m1", role: "user", parts: [{ type: "text", text: "Hello" }], metadata: { mentions } },
    trigger: "submit-message",
  }).success;

it("takes mentions by kind and id, each once, one agent and eight in all", () => {
  const agent = { kind: "agent", id: "a1" };
  const some = Array.from({ length: 8 }, (_, n) => ({ kind: "conversation", id: `c${n}` }));
  expect([isTaken([]), isTaken([agent]), isTaken(some)]).toEqual([true, true, true]);
  expect(isTaken([agent, { kind: "agent", id: "a2" }])).toBe(false);
  expect(isTaken([...some, agent])).toBe(false);
  expect(isTaken([some[0], some[0]])).toBe(false);
  expect(isTaken([{ kind: "person", id: "p1" }])).toBe(false);
  expect(isTaken([{ ...agent, name: "Clerk" }])).toBe(false);
  expect(isTaken([{ kind: "conversation", id: "../x" }])).toBe(false);
});

it("lets another agent take the first one's place in the composer, and nothing stand there twice", () => {
  const clerk: Mention = { kind: "agent", id: "a1", name: "Clerk" };
  const scout: Mention = { kind: "agent", id: "a2", name: "Scout" };
  const talk: Mention = { kind: "conversation", id: "c1", name: "Boats" };
  const chosen = [clerk, talk, talk, scout].reduce<readonly Mention[]>(putMention, []);
  expect(chosen).toEqual([talk, scout]);
  const many = Array.from({ length: 9 }, (_, n): Mention => ({ ...talk, id: `c${n}` }));
  expect(many.reduce<readonly Mention[]>(putMention, [])).toHaveLength(8);
});
