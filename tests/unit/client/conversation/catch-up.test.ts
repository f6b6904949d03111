import { beforeEach, expect, it, vi } from "vitest";
import {
  replyMessage,
  saidAll,
  sayText,
  sendJson,
  sendStream,
  toConversation,
  userMessage,
} from "@/tests/unit/client/chat-server";
import { openBrowser, openStore, readTexts, untilText } from "./open-store";

beforeEach(openBrowser);

const first = [userMessage("u1", "Hello"), replyMessage("a0", "Hi.")];
const comeBack = () => window.dispatchEvent(new Event("focus"));
const page = "GET /api/conversations/c1";

it("what was asked in another tab is there when the person comes back", async () => {
  const more = [...first, userMessage("u2", "And now?"), replyMessage("a2", "Now, too.")];
  const { store, open } = await openStore({ [page]: [sendJson(toConversation(more))] }, { messages: first });
  open();
  comeBack();
  await untilText(store, "Now, too.");
  expect(readTexts(store.getState().messages)).toEqual(["Hello", "Hi.", "And now?", "Now, too."]);
});

it("a reply that runs there is read on", async () => {
  const asked = [...first, userMessage("u2", "And now?")];
  const { store, open } = await openStore(
    {
      [page]: [sendJson({ ...toConversation(asked), activeRunId: "r1" })],
      "GET /api/chat/c1/stream": [sendStream([...sayText("Now, too."), ...saidAll])],
    },
    { messages: first },
  );
  open();
  comeBack();
  await untilText(store, "Now, too.");
  expect(readTexts(store.getState().messages)).toEqual(["Hello", "Hi.", "And now?", "Now, too."]);
});

it("nothing is drawn anew where nothing is new", async () => {
  const { store, open, chatServer } = await openStore(
    { [page]: [sendJson(toConversation(first))] },
    { messages: first },
  );
  open();
  const { messages } = store.getState();
  comeBack();
  await vi.waitFor(() => expect(chatServer.asked).toHaveLength(1));
  comeBack();
  await vi.waitFor(() => expect(chatServer.asked).toHaveLength(2));
  expect(store.getState().messages).toBe(messages);
});

it("a conversation that has not begun asks for nothing", async () => {
  const { open, chatServer } = await openStore({});
  open();
  comeBack();
  await new Promise((resolve) => setImmediate(resolve));
  expect(chatServer.asked).toEqual([]);
});
