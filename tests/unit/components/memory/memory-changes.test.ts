import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { localOwner } from "@/lib/features/accounts/auth/local-owner";
import type { NewFact } from "@/lib/features/memory/api";
import { toChanges, toFactList } from "@/components/memory/memory";
import { resource } from "@/lib/client/resource";
import type { MemoriesReply } from "@/lib/features/memory/shape";
import { openTestServices, type TestServices } from "@/tests/support/test-services";
import type { RouteServer } from "@/tests/support/route-server";
import { startMemoryServer } from "./memory-server";

const unreachable = "http://127.0.0.1:9";
const slot = Symbol.for("sextant.services");
let services: TestServices;
let server: RouteServer;
let store: ReturnType<typeof open>;

function open(origin: string, initial?: MemoriesReply) {
  const list = resource({ ...toFactList(origin), ...(initial && { initial }) });
  return { ...toChanges(list.getState(), origin), ...list.getState(), getState: list.getState };
}

beforeAll(async () => {
  services = await openTestServices();
  Object.assign(globalThis, { [slot]: Promise.resolve(services) });
  server = await startMemoryServer();
});
beforeEach(async () => {
  server.onRequest = () => undefined;
  store = open(server.url);
  await store.clear("all");
});
afterAll(async () => {
  await server.close();
  await services.dispose();
});

const toFact = (content: string): NewFact => ({ content, category: "preference", tier: "important" });
const listShown = () => store.getState().items.map(({ content }) => content);
const findId = (content: string) => store.getState().items.find((fact) => fact.content === content)?.id ?? "";
const later = () => {
  let resolve: () => void = () => undefined;
  return { promise: new Promise<void>((done) => (resolve = done)), resolve: () => resolve() };
};

describe("the memory as a page holds it", () => {
  it("shows what stands on the server after each change", async () => {
    await store.add(toFact("Likes tea"));
    await store.change(findId("Likes tea"), { content: "Likes coffee", tier: "core" });
    expect(store.getState().reply).toMatchObject({
      facts: [{ content: "Likes coffee", tier: "core" }],
      history: [{ content: "Likes tea", why: "edited" }],
    });
    await store.clear("history");
    expect(store.getState().reply?.history).toEqual([]);
    await store.setOff(true);
    expect(store.getState().reply).toMatchObject({ isOff: true, learning: "off" });
    await store.setOff(false);
  });

  it("takes a fact off the list before it is forgotten, and back by what was forgotten", async () => {
    await store.add(toFact("Likes tea"));
    const shown: unknown[] = [];
    server.onRequest = (method) => void (method === "DELETE" && shown.push(listShown()));
    const answer = await store.forget(findId("Likes tea"));
    expect(shown).toEqual([[]]);
    if (!answer.ok) throw new Error("It was not forgotten.");
    await store.putBack(answer.value);
    expect(listShown()).toEqual(["Likes tea"]);
  });

  it("shows a fact again that could not be forgotten, though nothing can be read either", async () => {
    await store.add(toFact("Likes tea"));
    const silent = open(unreachable, store.getState().reply ?? undefined);
    expect(await silent.forget(findId("Likes tea"))).toMatchObject({ ok: false, status: null });
    expect(silent.getState()).toMatchObject({
      items: [{ content: "Likes tea" }],
      reason: { status: null },
    });
  });

  it("does not show a list again that was asked for before a change", async () => {
    await store.add(toFact("Likes tea"));
    const [asked, answered] = [later(), later()];
    let isFirst = true;
    server.onRequest = async (method) => {
      if (method !== "GET" || !isFirst) return;
      isFirst = false;
      asked.resolve();
      await answered.promise;
    };
    const slow = store.reload();
    await asked.promise;
    await store.add(toFact("Lives in Oslo"));
    await services.memory.clear(localOwner.id);
    answered.resolve();
    await slow;
    expect(listShown()?.sort()).toEqual(["Likes tea", "Lives in Oslo"]);
  });

  it("says why the server did not answer and keeps what it knew", async () => {
    await store.add(toFact("Likes tea"));
    const silent = open(unreachable, store.getState().reply ?? undefined);
    await silent.reload();
    expect(silent.getState()).toMatchObject({
      items: [{ content: "Likes tea" }],
      reason: { ok: false, status: null },
    });
  });
});
