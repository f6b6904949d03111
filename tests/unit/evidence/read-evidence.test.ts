import { createConversations } from "@/lib/data/conversations";
import { createEvidenceRecords } from "@/lib/features/evidence/records/evidence";
import { createMessages } from "@/lib/data/messages";
import { createEvidenceReader } from "@/lib/features/evidence/read-evidence";
import { textThreads } from "@/lib/features/text-threads";
import { findCitedClaim } from "@/lib/client/message/claims";
import { citedText, keepCited, pageText, toCitingReply, toClaims, toHash } from "@/tests/support/answers";
import { toUserMessage } from "@/tests/support/messages";
import { openTestBlobs, openTestStore } from "@/tests/support/open-test-store";
import { describe, expect, it } from "vitest";

async function openReader() {
  const [store, blobs] = [await openTestStore(), await openTestBlobs()];
  const records = {
    conversations: createConversations(store),
    messages: createMessages(store, blobs),
    evidence: createEvidenceRecords(store, blobs),
  };
  await store.set("users/u1/conversations/c1", {
    title: "Sextants",
    createdAt: 0,
    updatedAt: 0,
    lastSeq: 2,
    activeRunId: null,
  });
  await records.messages.save("u1", "c1", { seq: 1, message: toUserMessage("m1", "Who built it?") });
  await records.messages.save("u1", "c1", { seq: 2, message: toCitingReply("a1") });
  await keepCited(records.evidence, "u1", "c1");
  return { reader: createEvidenceReader({ ...records, ...textThreads }), ...records };
}

describe("what was retrieved", () => {
  it("is given as it was, with the hash of its text", async () => {
    const { reader } = await openReader();
    const found = await reader.read("u1", "c1", "r_1");
    expect(found).toMatchObject({
      id: "r_1",
      number: 1,
      title: "Sextant",
      publishedAt: "2024-03-05",
      retrievedAt: "2026-05-01T00:00:00.000Z",
    });
    expect(toHash(found.text)).toBe(found.contentHash);
    expect(found).not.toHaveProperty("isCut");
  });

  it.each([
    ["of somebody else", "u2", "c1", "r_1"],
    ["of another conversation", "u1", "c2", "r_1"],
    ["that was not kept", "u1", "c1", "r_2"],
    ["under an id that is none", "u1", "c1", "../r_1"],
  ])("is not found: %s", async (_case, userId, conversationId, id) => {
    const { reader } = await openReader();
    await expect(reader.read(userId, conversationId, id)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("the check of an answer", () => {
  it("is the newest that the answer holds", async () => {
    const { reader, messages } = await openReader();
    const reply = toCitingReply("a1", toClaims({ pending: 1 }));
    await messages.save("u1", "c1", {
      seq: 2,
      message: { ...reply, parts: [...reply.parts, { type: "data-claims", data: toClaims() }] },
    });
    expect(await reader.readClaims("u1", "c1", "a1")).toEqual({ claims: toClaims() });
  });

  it("is not pending for ever where the process that asked a model has ended", async () => {
    const { reader, messages } = await openReader();
    const left = toCitingReply("a1", toClaims({ pending: 2, checkedAt: Date.now() - 180_000 }));
    await messages.save("u1", "c1", { seq: 2, message: left });
    expect((await reader.readClaims("u1", "c1", "a1")).claims?.pending).toBe(0);
    const stored = await messages.find("u1", "c1", "a1");
    expect(stored?.message.parts.at(-1)).toMatchObject({ type: "data-claims", data: { pending: 0 } });
  });

  it("is pending while a model may still answer", async () => {
    const { reader, messages } = await openReader();
    const asked = toCitingReply("a1", toClaims({ pending: 2, checkedAt: Date.now() }));
    await messages.save("u1", "c1", { seq: 2, message: asked });
    expect((await reader.readClaims("u1", "c1", "a1")).claims?.pending).toBe(2);
  });

  it("is read as earlier versions kept it, without the disagreements of sources", async () => {
    const { reader, messages } = await openReader();
    const { parts, ...reply } = toCitingReply("a1", null);
    const data = {
      ...toClaims(),
      disagreements: [{ about: "Height", values: [{ number: 1, value: "330 m" }] }],
    };
    await messages.save("u1", "c1", {
      seq: 2,
      message: { ...reply, parts: [...parts, { type: "data-claims", id: "claims", data }] },
    });
    expect(await reader.readClaims("u1", "c1", "a1")).toEqual({ claims: toClaims() });
    expect((await reader.readAnswer("u1", "c1", "a1")).sources[0]?.quotes).toHaveLength(2);
  });

  it("is null for an answer that was not checked, and not found for a question", async () => {
    const { reader, messages } = await openReader();
    await messages.save("u1", "c1", { seq: 2, message: toCitingReply("a1", null) });
    expect(await reader.readClaims("u1", "c1", "a1")).toEqual({ claims: null });
    await expect(reader.readClaims("u1", "c1", "m1")).rejects.toMatchObject({ code: "not_found" });
    await expect(reader.readClaims("u2", "c1", "a1")).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("an answer with its evidence", () => {
  it("holds its question, the whole texts of what it cites, and what they say about each sentence", async () => {
    const { reader } = await openReader();
    const answer = await reader.readAnswer("u1", "c1", "a1");
    expect(answer).toMatchObject({
      title: "Sextants",
      question: "Who built it?",
      answer: citedText,
      answeredAt: "2026-05-02T00:00:00.000Z",
    });
    expect(answer.sources.map(({ number, text }) => [number, text])).toEqual([
      [1, pageText],
      [2, null],
    ]);
    expect(answer.sources[0]?.quotes).toEqual([
      {
        sentence: "John Hadley built it in 1731",
        verdict: "supported",
        quote: "John Hadley showed an **octant** in 1731.",
      },
      { sentence: "in gold", verdict: "not_found", quote: null },
    ]);
  });

  it("leaves out words that were said on the way to a step", async () => {
    const { reader, messages } = await openReader();
    const { parts, ...reply } = toCitingReply("a1");
    const tool = {
      type: "tool-calculate" as const,
      toolCallId: "t1",
      state: "input-available" as const,
      input: { expression: "1" },
    };
    await messages.save("u1", "c1", {
      seq: 2,
      message: { ...reply, parts: [{ type: "text", text: "I look it up." }, tool, ...parts] },
    });
    const answer = await reader.readAnswer("u1", "c1", "a1");
    expect(answer.answer).toBe(citedText);
    expect(answer.pairs[0]?.key).toBe("1.0");
  });

  it("tells which claim each of its marks belongs to", async () => {
    const { reader } = await openReader();
    const { pairs, claims } = await reader.readAnswer("u1", "c1", "a1");
    const verdicts = pairs.map(({ key }) => findCitedClaim(claims, key, 1)?.source.verdict);
    expect(verdicts.slice(0, 2)).toEqual(["supported", "not_found"]);
  });
});
