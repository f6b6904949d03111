import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as chat from "@/app/api/chat/route";
import * as conversation from "@/app/api/conversations/[id]/route";
import * as conversations from "@/app/api/conversations/route";
import { localOwner } from "@/lib/features/accounts/auth/local-owner";
import type { ConversationReply, ConversationsReply } from "@/lib/protocol/conversations";
import type { Problem } from "@/lib/protocol/problem";
import { openTestServices, toQuestion, type TestServices } from "@/tests/support/test-services";

const slot = Symbol.for("sextant.services");
let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
  Object.assign(globalThis, { [slot]: Promise.resolve(services) });
});
afterAll(() => services.dispose());

type Route = (request: Request, context: { params: Promise<never> }) => Promise<Response>;

function callRoute(
  route: unknown,
  id: string,
  { method = "GET", body }: { method?: string; body?: unknown } = {},
): Promise<Response> {
  const request = new Request("http://127.0.0.1:3000/x", {
    method,
    headers: { host: "127.0.0.1:3000", origin: "http://127.0.0.1:3000" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (route as Route)(request, { params: Promise.resolve({ id } as never) });
}

const ask = (id: string, options: object, message = `${id}-1`) =>
  callRoute(chat.POST, id, {
    method: "POST",
    body: {
      ...toQuestion("What is 6 * 7?", { conversation: id, message }),
      options: { stream: false, ...options },
    },
  });
const patch = (id: string, body: unknown) => callRoute(conversation.PATCH, id, { method: "PATCH", body });
const read = async (id: string) =>
  (await (await callRoute(conversation.GET, id)).json()) as ConversationReply;
const list = async () =>
  ((await (await callRoute(conversations.GET, "none")).json()) as ConversationsReply).conversations.map(
    ({ id }) => id,
  );

describe("a temporary conversation over HTTP", () => {
  it("is asked for with its first message, is in no list, and is told as what it is", async () => {
    expect((await ask("t1", { temporary: true })).status).toBe(200);
    expect(await read("t1")).toMatchObject({
      temporary: true,
      messages: [{ role: "user" }, { role: "assistant" }],
    });
    expect(await list()).not.toContain("t1");
  });

  it("is kept by a patch, and an ordinary one takes no temporary message", async () => {
    await ask("t2", { temporary: true });
    expect((await patch("t2", { temporary: false })).status).toBe(204);
    expect(await read("t2")).toMatchObject({ temporary: false });
    expect(await list()).toContain("t2");
    const refused = await ask("t2", { temporary: true }, "t2-2");
    expect(refused.status).toBe(400);
    expect((await refused.json()) as Problem).toMatchObject({
      code: "invalid_request",
      fields: { "options.temporary": expect.any(String) },
    });
  });

  it("hears of pages that open and leave it", async () => {
    await ask("t3", { temporary: true });
    expect((await patch("t3", { visit: { id: "v1", isOver: true } })).status).toBe(204);
    expect(await services.conversations.get(localOwner.id, "t3")).toMatchObject({
      visit: "v1",
      leftAt: expect.any(Number),
    });
    expect((await patch("t3", { visit: { id: "v2", isOver: false } })).status).toBe(204);
    expect(await services.conversations.get(localOwner.id, "t3")).toMatchObject({
      visit: "v2",
      leftAt: null,
    });
  });

  it("is gone at once when it is deleted, for whoever still has it open", async () => {
    await ask("t4", { temporary: true });
    expect((await callRoute(conversation.DELETE, "t4", { method: "DELETE" })).status).toBe(204);
    expect((await callRoute(conversation.GET, "t4")).status).toBe(404);
    expect((await patch("t4", { visit: { id: "v1", isOver: false } })).status).toBe(404);
    expect((await patch("t4", { temporary: false })).status).toBe(404);
    expect((await callRoute(conversation.DELETE, "t4", { method: "DELETE" })).status).toBe(404);
  });

  it.each([
    {},
    { temporary: true },
    { temporary: false, else: 1 },
    { visit: { id: "a b", isOver: true } },
    { visit: { id: "v1" } },
  ])("is not changed by %j", async (body) => {
    await ask("t5", { temporary: true });
    const refused = await patch("t5", body);
    expect(refused.status).toBe(400);
    expect((await refused.json()) as Problem).toMatchObject({ code: "invalid_request" });
    expect(await read("t5")).toMatchObject({ temporary: true });
  });

  it("stands in an export of the account for as long as it lasts, marked", async () => {
    await ask("t6", { temporary: true });
    const lines = await Array.fromAsync(services.accounts.export(localOwner));
    expect(lines.filter((line) => line.includes('"kind":"conversation","id":"t6"'))).toEqual([
      expect.stringContaining('"temporary":true'),
    ]);
    await callRoute(conversation.DELETE, "t6", { method: "DELETE" });
  });
});
