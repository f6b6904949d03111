import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as one from "@/app/api/memories/[id]/route";
import * as exported from "@/app/api/memories/export/route";
import * as all from "@/app/api/memories/route";
import type { Fact, ForgottenFact, MemoriesReply } from "@/lib/features/memory/shape";
import { buildFact } from "@/tests/support/facts";
import { openTestServices, type TestServices } from "@/tests/support/test-services";

const slot = Symbol.for("sextant.services");
const day = 86_400_000;
let services: TestServices;
const clock = { at: 1_790_000_000_000 };

beforeAll(async () => {
  services = await openTestServices({}, undefined, { now: () => clock.at });
  Object.assign(globalThis, { [slot]: Promise.resolve(services) });
});
beforeEach(() => call(all.DELETE, "DELETE"));
afterAll(() => services.dispose());

type Route = (request: Request, context: { params: Promise<never> }) => Promise<Response>;

function call(
  route: unknown,
  method: string,
  { id, body, query = "" }: { id?: string; body?: unknown; query?: string } = {},
): Promise<Response> {
  const headers = { host: "127.0.0.1:3000", origin: "http://127.0.0.1:3000" };
  const request = new Request(`http://127.0.0.1:3000/x${query}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (route as Route)(request, { params: Promise.resolve((id === undefined ? {} : { id }) as never) });
}

const list = async () => (await (await call(all.GET, "GET")).json()) as MemoriesReply;
const add = async (content: string, more = {}) =>
  (await (await call(all.POST, "POST", { body: { content, ...more } })).json()) as Fact;
const forget = async (id: string) =>
  (await (await call(one.DELETE, "DELETE", { id })).json()) as ForgottenFact;
const putBack = (id: string, body: unknown) => call(one.PUT, "PUT", { id, body });
const readCode = async (response: Response) => ((await response.json()) as { code: string }).code;

describe("the memories of a person", () => {
  it("are switched off and on, and what is kept stays", async () => {
    await add("Likes tea");
    expect((await call(all.PATCH, "PATCH", { body: { isOff: true } })).status).toBe(204);
    expect(await list()).toMatchObject({ isOff: true, learning: "off", facts: [{ content: "Likes tea" }] });
    await call(all.PATCH, "PATCH", { body: { isOff: false } });
    expect(await list()).toMatchObject({ isOff: false, learning: "phrases" });
    expect((await call(all.PATCH, "PATCH", { body: { isOff: "yes" } })).status).toBe(400);
  });

  it("know which answers they were of no use to, and count each once", async () => {
    const { id } = await add("Likes tea");
    const judge = async (messageId: string, isUseful: boolean) =>
      (await (
        await call(one.PATCH, "PATCH", { id, body: { judged: { messageId, isUseful } } })
      ).json()) as Fact;
    for (const messageId of ["a1", "a1", "a2"]) await judge(messageId, false);
    expect((await list()).facts).toMatchObject([{ notUseful: 2, notUsefulTo: ["a1", "a2"] }]);
    for (const messageId of ["a1", "a1", "a3"]) await judge(messageId, true);
    expect((await list()).facts).toMatchObject([{ notUseful: 1, notUsefulTo: ["a2"] }]);
    for (let at = 0; at < 60; at += 1) await judge(`b${at}`, false);
    expect(await forget(id)).toMatchObject({
      notUseful: 61,
      notUsefulTo: expect.objectContaining({ length: 50 }),
    });
  });

  it("are cleared as a whole, or only what was", async () => {
    const { id } = await add("Likes tea");
    await call(one.PATCH, "PATCH", { id, body: { content: "Likes coffee" } });
    expect((await call(all.DELETE, "DELETE", { query: "?part=everything" })).status).toBe(400);
    expect((await list()).history).toHaveLength(1);
    expect((await call(all.DELETE, "DELETE", { query: "?part=history" })).status).toBe(204);
    expect(await list()).toMatchObject({ facts: [{ content: "Likes coffee" }], history: [] });
    await call(all.DELETE, "DELETE");
    expect(await list()).toMatchObject({ facts: [], history: [] });
  });

  it("are saved as a file with the day in its name", async () => {
    await add("喜欢绿茶");
    const response = await call(exported.GET, "GET");
    expect(response.headers.get("content-disposition")).toBe(
      'attachment; filename="sextant-memory-2026-09-21.json"',
    );
    expect(await response.json()).toMatchObject({
      exportedAt: clock.at,
      isOff: false,
      facts: [{ content: "喜欢绿茶" }],
      history: [],
    });
  });

  it("take no secret, and say so in a word of its own", async () => {
    const { id } = await add("Likes tea");
    const secret = { content: "My card is 4111 1111 1111 1111" };
    const answers = [
      call(all.POST, "POST", { body: secret }),
      call(one.PATCH, "PATCH", { id, body: secret }),
      putBack("new", buildFact(secret)),
    ];
    for (const answer of await Promise.all(answers))
      expect([answer.status, await readCode(answer)]).toEqual([400, "secret_refused"]);
    expect((await list()).facts).toMatchObject([{ content: "Likes tea" }]);
  });
});

describe("a forgotten fact", () => {
  it("comes back as it was, with what its wording had been", async () => {
    const { id } = await add("Likes tea", { keywords: ["tea"] });
    await call(one.PATCH, "PATCH", { id, body: { content: "Likes coffee" } });
    const before = await list();
    const forgotten = await forget(id);
    expect(await list()).toMatchObject({ facts: [], history: [] });
    expect((await putBack(id, forgotten)).status).toBe(200);
    expect(await list()).toEqual(before);
  });

  it("that was reworded very often comes back, too", async () => {
    const { id } = await add("Likes tea 0");
    for (let change = 1; change <= 51; change += 1)
      await call(one.PATCH, "PATCH", { id, body: { content: `Likes tea ${change}` } });
    expect((await putBack(id, await forget(id))).status).toBe(200);
    expect((await list()).facts).toMatchObject([{ content: "Likes tea 51" }]);
  });

  it("is not there to forget a second time", async () => {
    const { id } = await add("Likes tea");
    await forget(id);
    expect((await call(one.DELETE, "DELETE", { id })).status).toBe(404);
  });

  it("that is there again stays as it is", async () => {
    const { id } = await add("Likes tea");
    const forgotten = await forget(id);
    await putBack(id, forgotten);
    await call(one.PATCH, "PATCH", { id, body: { content: "Likes coffee" } });
    expect(await (await putBack(id, forgotten)).json()).toMatchObject({ content: "Likes coffee" });
    expect((await list()).facts).toMatchObject([{ content: "Likes coffee" }]);
  });

  it("has the id of the address, whatever it says itself", async () => {
    await putBack("mine", buildFact({ id: "other" }));
    expect((await list()).facts.map(({ id }) => id)).toEqual(["mine"]);
  });

  it("is refused when another one says the same by now", async () => {
    const { id } = await add("Likes tea");
    const forgotten = await forget(id);
    await add("Likes tea");
    const answer = await putBack(id, forgotten);
    expect([answer.status, await readCode(answer)]).toEqual([409, "conflict"]);
  });

  it("neither outlives its tier nor comes from the future", async () => {
    const far = clock.at + 10_000 * day;
    await putBack("late", buildFact({ tier: "context", createdAt: far, lastUsedAt: far, expiresAt: far }));
    await putBack("endless", buildFact({ content: "Lives in Rome", tier: "important", expiresAt: null }));
    const { facts } = await list();
    expect(facts.find(({ id }) => id === "late")).toMatchObject({
      createdAt: clock.at,
      lastUsedAt: clock.at,
      expiresAt: clock.at + 30 * day,
    });
    expect(facts.find(({ id }) => id === "endless")).toMatchObject({ expiresAt: clock.at + 90 * day });
  });

  it("finds its tier full: the lowest in rank makes room and goes to the history", async () => {
    for (let index = 0; index < 6; index += 1)
      await putBack(
        `old${index}`,
        buildFact({ content: `Is reading book ${index}`, tier: "context", confidence: 0.6 + index / 20 }),
      );
    await putBack("back", buildFact({ content: "Is planning a trip", tier: "context", confidence: 0.6 }));
    const { facts, history } = await list();
    expect(facts.filter(({ tier }) => tier === "context")).toHaveLength(6);
    expect(history).toMatchObject([{ id: "old0", why: "tier_full" }]);
  });

  it.each([
    ["a wrong tier", { tier: "forever" }],
    ["a text without end", { content: "x".repeat(2_001) }],
    ["more confidence than there is", { confidence: 2 }],
    ["a source that is no id", { source: { conversationId: "../x", messageId: "m" } }],
    [
      "too many earlier wordings",
      { earlier: Array.from({ length: 51 }, () => ({ ...buildFact(), endedAt: 1, why: "edited" })) },
    ],
  ])("is refused with %s, and nothing is written", async (_title, wrong) => {
    expect((await putBack("x", { ...buildFact(), ...wrong })).status).toBe(400);
    expect((await list()).facts).toEqual([]);
  });
});
