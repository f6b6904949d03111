import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import * as account from "@/app/api/account/route";
import * as chat from "@/app/api/chat/route";
import * as steer from "@/app/api/chat/[id]/steer/route";
import * as stop from "@/app/api/chat/[id]/stop/route";
import * as stream from "@/app/api/chat/[id]/stream/route";
import { maxSteerCharacters } from "@/lib/protocol/chat-request";
import { addAdmin, addMember } from "@/tests/support/account-steps";
import { openSite, password, serve, type Browser, type Site } from "@/tests/support/accounts-services";
import { createProjectId, findSharedEmulator } from "@/tests/support/find-emulator";
import { scanStore } from "@/tests/support/scan-store";
import { toQuestion } from "@/tests/support/test-services";
import { startProviderServer, type ProviderServer } from "@/tests/support/wire/provider-server";

let provider: ProviderServer;
let site: Site;
let admin: Browser;
let member: Browser;

beforeAll(async () => {
  provider = await startProviderServer(() => ({
    parts: [{ type: "text", chunks: ["One ", "two ", "three"] }],
    stallAfter: 2,
  }));
  site = await openSite({
    LOCAL_BASE_URL: `${provider.url}/v1`,
    MODEL_MAIN: "local:test",
    MODEL_LITE: "offline:guide",
  });
  admin = await addAdmin();
  member = await addMember(admin);
  const response = await member.call(chat.POST, { method: "POST", body: toQuestion("Count") });
  expect(response.status).toBe(200);
  await response.body?.cancel();
});
afterAll(async () => {
  await site.dispose();
  await provider.close();
});

const at = (more: object = {}) => ({ params: { id: "c1" }, ...more });
const words = (text: unknown, id: unknown = "s1") => at({ method: "POST", body: { message: { id, text } } });
const listRunning = async () =>
  (await scanStore(site.store)).filter(({ path }) => path.startsWith("running/"));

describe("a running reply", () => {
  it("of somebody else is neither followed, steered nor stopped, not by an administrator either, and its conversation is another one", async () => {
    expect((await admin.call(stream.GET, at())).status).toBe(204);
    expect((await admin.call(steer.POST, words("Stop counting"))).status).toBe(409);
    expect((await admin.call(stop.POST, at({ method: "POST" }))).status).toBe(204);
    const [lease, ...others] = (await listRunning()).filter(({ path }) => !path.includes("/log/"));
    expect(others).toEqual([]);
    expect(lease?.data).toMatchObject({
      conversationId: "c1",
      isStopAsked: false,
      endedAt: null,
      steers: {},
    });
    const own = await member.call(stream.GET, at());
    expect(own.status).toBe(200);
    await own.body?.cancel();
  });

  it.each([
    ["no words", words(" "), 400],
    ["too many words", words("x".repeat(maxSteerCharacters + 1)), 400],
    ["more than a request may have", words("x".repeat(4_100_000)), 413],
    ["words that are none", words(["x"]), 400],
    ["an id that is none", words("x", "../x"), 400],
    ["a field of the lease as its id", words("x", "a.b"), 400],
    ["an id that is too long", words("x", "a".repeat(65)), 400],
    ["another field", at({ method: "POST", body: { message: { id: "s1", text: "x" }, owner: "me" } }), 400],
    [
      "another field of the words",
      at({ method: "POST", body: { message: { id: "s1", text: "x", at: 0 } } }),
      400,
    ],
    ["nothing", at({ method: "POST" }), 400],
  ])("takes no %s", async (_title, call, status) => {
    expect((await member.call(steer.POST, call)).status).toBe(status);
    expect((await listRunning()).filter(({ data }) => JSON.stringify(data["steers"] ?? {}) !== "{}")).toEqual(
      [],
    );
  });

  it.each([
    "",
    "x",
    "1",
    "1.",
    ".1",
    "-1.1",
    "1.1.1",
    "1.x",
    "1e3.1",
    " 1.1",
    "1.1%00",
    "9999999.1",
    "1.9999999999",
    "__proto__",
    "1.1&after=2.2.2",
  ])("is not followed behind %j", async (after) => {
    expect((await member.call(stream.GET, at({ query: `?after=${after}` }))).status).toBe(400);
  });

  it("leaves nothing when its person deletes the account, nor does one that a dead process had left", async () => {
    expect((await member.call(steer.POST, words("In secret"))).status).toBe(204);
    const [own] = (await listRunning()).filter(({ path }) => !path.includes("/log/"));
    await site.store.set("running/left", { ...own?.data, owner: "gone", conversationId: "c2" });
    await site.store.set("running/left/log/0001-0000001", {
      after: null,
      body: '{"type":"text-delta","id":"1","delta":"secret"}',
    });
    const response = await member.call(account.DELETE, {
      method: "DELETE",
      body: { email: "member@a.example", password },
    });
    expect(response.status).toBe(204);
    await site.services.settleBackground();
    expect(await listRunning()).toEqual([]);
    const userId = String(own?.data["userId"]);
    const named = (await scanStore(site.store)).filter(({ path, data }) =>
      `${path} ${JSON.stringify(data)}`.includes(userId),
    );
    // Where it says for a while that their sessions are over; the audit log keeps the id besides.
    const others = named.map(({ path }) => path).filter((path) => !path.startsWith("audit/"));
    expect(others).toEqual(["auth/epochs"]);
  });
});

const emulator = await findSharedEmulator();

describe.skipIf(emulator === null)("a reply that another instance makes", () => {
  it("leaves nothing when its person deletes the account here", async () => {
    const shared = {
      FIREBASE_PROJECT_ID: createProjectId(),
      FIRESTORE_EMULATOR_HOST: emulator ?? "",
      AUTH_SECRET: "s".repeat(32),
    };
    const env = {
      ...shared,
      LOCAL_BASE_URL: `${provider.url}/v1`,
      MODEL_MAIN: "local:test",
      MODEL_LITE: "offline:guide",
    };
    const [here, there] = [await openSite(env), await openSite(env)];
    onTestFinished(async () => {
      await Promise.all([here.dispose(), there.dispose()]);
      serve(site.services);
    });
    const person = await addMember(await addAdmin("boss@b.example"), "mo@b.example");
    await (await person.call(chat.POST, { method: "POST", body: toQuestion("Count") })).body?.cancel();
    const list = async () =>
      (await scanStore(here.store)).filter(
        ({ path }) => path.startsWith("running/") || path.endsWith("/conversations/c1"),
      );
    await expect.poll(async () => (await list()).some(({ path }) => path.includes("/log/"))).toBe(true);
    serve(here.services);
    expect(
      (await person.call(account.DELETE, { method: "DELETE", body: { email: "mo@b.example", password } }))
        .status,
    ).toBe(204);
    await there.services.settleBackground();
    expect((await list()).map(({ path }) => path)).toEqual([]);
  });
});
