import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DELETE, PUT } from "@/app/api/conversations/[id]/messages/[messageId]/rating/route";
import { localOwner } from "@/lib/features/accounts/auth/local-owner";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { Problem } from "@/lib/protocol/problem";
import { maxRatingCharacters, ratingReasons } from "@/lib/features/ratings/shape";
import { openTestServices, toQuestion, type TestServices } from "@/tests/support/test-services";

const slot = Symbol.for("sextant.services");
let services: TestServices;
let reply: ChatMessage;

beforeAll(async () => {
  services = await openTestServices();
  Object.assign(globalThis, { [slot]: Promise.resolve(services) });
  const started = await services.runs.start(localOwner.id, toQuestion("What is 15 * 3?"));
  reply = await started.reply;
});
afterAll(() => services.dispose());

async function rate(body: unknown, messageId = reply.id): Promise<Response> {
  const request = new Request("http://127.0.0.1:3000/x", {
    method: body === null ? "DELETE" : "PUT",
    headers: { host: "127.0.0.1:3000", origin: "http://127.0.0.1:3000" },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  });
  return (body === null ? DELETE : PUT)(request, { params: Promise.resolve({ id: "c1", messageId }) });
}

/** What a reload shows, and what the run's record holds. */
async function readRating() {
  const { messages } = await services.runs.readConversation(localOwner.id, "c1", { limit: 40 });
  const record = await services.runs.getRecord(localOwner.id, reply.metadata?.runId ?? "");
  return [messages.at(-1)?.metadata?.rating, record.rating];
}

describe("the rating of an answer", () => {
  it("stands in the message and in its run's record until it is taken back, which changes nothing else", async () => {
    const before = await services.runs.readConversation(localOwner.id, "c1", { limit: 40 });
    const record = await services.runs.getRecord(localOwner.id, reply.metadata?.runId ?? "");
    const bad = { value: "down", reasons: ["not_true", "sources"], text: "It is 45.5." };
    expect((await rate(bad)).status).toBe(204);
    expect(await readRating()).toEqual([bad, bad]);
    expect((await rate({ value: "up" })).status).toBe(204);
    expect(await readRating()).toEqual([{ value: "up" }, { value: "up" }]);
    expect((await rate(null)).status).toBe(204);
    expect(await readRating()).toEqual([undefined, undefined]);
    expect(await services.runs.readConversation(localOwner.id, "c1", { limit: 40 })).toEqual(before);
    expect(await services.runs.getRecord(localOwner.id, record.id)).toEqual(record);
  });

  it("is listed for those who run the site with its reasons and without the person's words", async () => {
    const { id, model } = await services.runs.getRecord(localOwner.id, reply.metadata?.runId ?? "");
    await rate({ value: "down", reasons: ["not_true", "sources"], text: "My secret reason." });
    const { ratings, cursor } = await services.ratings.list({ value: "down", limit: 50 });
    expect(cursor).toBeNull();
    expect(ratings).toMatchObject([
      { runId: id, userId: localOwner.id, value: "down", reasons: ["not_true", "sources"], model },
    ]);
    const lines: string[] = [];
    for await (const line of services.ratings.export()) lines.push(line);
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual(
      ratings.map(({ person: _person, ...kept }) => kept),
    );
    expect(lines.join("")).not.toContain("secret");
    expect((await services.ratings.list({ value: "up", limit: 50 })).ratings).toEqual([]);
    await rate(null);
    expect((await services.ratings.list({ limit: 50 })).ratings).toEqual([]);
  });

  it("is counted once, whatever it was before", async () => {
    const count = async () =>
      (await services.overview({ days: 1 })).groups.find(({ kind }) => kind === "site");
    await rate({ value: "down" });
    await rate({ value: "down", text: "Still wrong." });
    expect(await count()).toMatchObject({ count: 1, up: 0, down: 1 });
    await rate({ value: "up" });
    expect(await count()).toMatchObject({ up: 1, down: 0 });
    await rate(null);
    expect(await count()).toMatchObject({ up: 0, down: 0 });
  });

  it.each([
    ["another value", { value: "sideways" }, "value"],
    ["a reason that is not on the list", { value: "down", reasons: ["ugly"] }, "reasons.0"],
    ["more words than fit", { value: "down", text: "x".repeat(maxRatingCharacters + 1) }, "text"],
  ])("is refused with %s, and says where", async (_case, body, field) => {
    const answer = await rate(body);
    expect(answer.status).toBe(400);
    expect(Object.keys(((await answer.json()) as Problem).fields ?? {})).toEqual([field]);
  });

  it("takes every reason of the list", async () => {
    expect((await rate({ value: "down", reasons: [...ratingReasons] })).status).toBe(204);
  });

  it("is not there for what is not there, and refused for a question", async () => {
    expect((await rate({ value: "up" }, "gone")).status).toBe(404);
    const answer = await rate({ value: "up" }, "m1");
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as Problem).fields).toEqual({ messageId: "name an answer" });
  });

  it("goes with its conversation", async () => {
    const started = await services.runs.start(
      localOwner.id,
      toQuestion("What is 1 + 1?", { conversation: "c9" }),
    );
    const { id: messageId } = await started.reply;
    await services.ratings.rate(
      { userId: localOwner.id, conversationId: "c9", messageId },
      { value: "down" },
    );
    const list = async () =>
      (await services.ratings.list({ limit: 50 })).ratings.filter((row) => row.conversationId === "c9");
    expect(await list()).toHaveLength(1);
    await services.runs.forgetConversation(localOwner.id, "c9");
    expect(await list()).toEqual([]);
  });
});
