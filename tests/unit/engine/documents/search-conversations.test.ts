import { expect, it } from "vitest";
import { ask, call, openWith, text, toolParts } from "@/tests/support/scripted-services";
import { toQuestion, type TestServices } from "@/tests/support/test-services";
import type { ProviderRequest, Reply } from "@/tests/support/wire/reply";

const search = (query: string, more = {}) => call("search_conversations", { query, ...more });

/** A model that answers what it is told to, and looks back when it is asked about before. */
async function openTalk(lookBack: Reply = search("debugger segfault")) {
  const opened = await openWith((request: ProviderRequest) => {
    const words = JSON.stringify((request.body["messages"] as unknown[]).findLast((each) => isUser(each)));
    if (!words.includes("before")) return text("Use gdb: run it under the debugger and read the segfault.");
    return request.turn === 0 ? lookBack : text("You were told to use gdb [1].");
  });
  await ask(opened.services, "How do I find a segfault?", { conversation: "old", message: "q1" });
  return opened;
}
const isUser = (message: unknown) => (message as { role?: string }).role === "user";

async function lookBack(services: TestServices, conversation = "new") {
  const reply = await ask(services, "What did you say before of crashes?", { conversation, message: "q2" });
  return { reply, output: (toolParts(reply)[0] as { output?: unknown }).output };
}

it("finds what was answered in another conversation, with its date and its address as source", async () => {
  const { services } = await openTalk();
  const { reply, output } = await lookBack(services);
  expect(output).toMatchObject({ ok: true, data: { conversations: [{ url: "/c/old", number: 1 }] } });
  expect((output as { text: string }).text).toMatch(
    /said="\d{4}-\d\d-\d\d"[\s\S]*How do I find a segfault\?[\s\S]*Use gdb/,
  );
  expect(reply.parts.find((part) => part.type === "source-url")).toMatchObject({ url: "/c/old" });
});

it("finds it by some of the words where none has them all", async () => {
  const { services } = await openTalk(search("segfault crocodile"));
  expect((await lookBack(services)).output).toMatchObject({ data: { conversations: [{ url: "/c/old" }] } });
});

it("never finds the conversation itself, a temporary one, or what lies outside the days", async () => {
  const { services } = await openTalk();
  expect((await lookBack(services, "old")).output).toMatchObject({ data: { conversations: [] } });
  const temporary = { ...toQuestion("How do I find a crocodile?", { conversation: "t", message: "t1" }) };
  await (
    await services.runs.start("owner", { ...temporary, options: { temporary: true } })
  ).reply;
  const other = await openTalk(search("segfault", { to: "2020-01-01" }));
  expect((await lookBack(other.services)).output).toMatchObject({ data: { conversations: [] } });
});

it("is off with memory and in a temporary chat", async () => {
  const { services, provider } = await openTalk();
  const offered = () => JSON.stringify(provider.requests.at(-1)?.body["tools"]);
  const temporary = toQuestion("Hello there", { conversation: "t2", message: "t2" });
  await (
    await services.runs.start("owner", { ...temporary, options: { temporary: true } })
  ).reply;
  expect(offered()).not.toContain("search_conversations");
  const { version } = await services.settings.get();
  await services.settings.update({ memoryEnabled: false }, version, "owner");
  await ask(services, "Hello again", { conversation: "n2", message: "n2" });
  expect(offered()).not.toContain("search_conversations");
});
