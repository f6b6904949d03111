import { expect, it } from "vitest";
import { toConversationsScope } from "@/lib/features/documents/scope";
import { openChunkIndex } from "@/lib/store/chunks/open";
import { ask, call, closeAfter, text, toolParts } from "@/tests/support/scripted-services";
import { openTestServices, toQuestion } from "@/tests/support/test-services";
import { startProviderServer } from "@/tests/support/wire/provider-server";
import type { Fault, ProviderRequest } from "@/tests/support/wire/reply";

/** Words that mean much the same share an axis. */
const axes = [
  ["segmentation", "fault", "gdb", "crash", "debug", "崩溃", "调试"],
  ["soup", "dinner", "recipe", "leek"],
  ["train", "ticket", "travel"],
];
function toVector(words: string, axesOf = axes): number[] {
  const counts = axesOf.map((axis) => axis.filter((word) => words.toLowerCase().includes(word)).length);
  return [...counts, 0.2];
}

const minuteMs = 60_000;

/** The product with a model that answers, looks back when asked to, and embeds. */
async function openTalks(env: Record<string, string> = { MODEL_EMBEDDING: "local:vectors" }) {
  const state = { laterMs: 0, fault: null as Fault | null, isWider: false, embedded: [] as string[] };
  const provider = await startProviderServer((request: ProviderRequest) => {
    if (request.kind === "embedding") {
      const texts = [request.body["input"]].flat().map(String);
      state.embedded.push(...texts);
      const widen = (values: number[]) => (state.isWider ? [...values, 0.1, 0.1, 0.1] : values);
      return (
        state.fault ?? { parts: texts.map((each) => ({ type: "embedding", values: widen(toVector(each)) })) }
      );
    }
    const asked = JSON.stringify((request.body["messages"] as unknown[]).at(-1));
    if (asked.includes("soup")) return text("Wash it well, then simmer it.");
    const isLookingBack = JSON.stringify(request.body["messages"]).includes("Look back");
    return isLookingBack && request.turn === 0
      ? call("search_conversations", { query: "debug crash" })
      : text("Run it under gdb and read the frames.");
  });
  closeAfter(provider);
  const services = await openTestServices(
    { LOCAL_BASE_URL: `${provider.url}/v1`, MODEL_MAIN: "local:test", MODEL_LITE: "offline:guide", ...env },
    undefined,
    { now: () => Date.now() + state.laterMs },
  );
  closeAfter({ close: () => services.dispose() });
  const index = async () => {
    state.laterMs += 2 * minuteMs;
    await services.settleBackground();
    while ((await services.doDueWork()) > 0);
  };
  const say = (words: string, conversation: string) =>
    ask(services, words, { conversation, message: `${conversation}-q` });
  const promptOf = () =>
    JSON.stringify(provider.requests.findLast(({ kind }) => kind === "language")?.body["messages"]);
  const lookBack = async () => {
    const reply = await say("Look back", `back-${state.laterMs}`);
    const { output } = toolParts(reply)[0] as { output: { data: { conversations: { url: string }[] } } };
    return output.data.conversations.map(({ url }) => url);
  };
  return { services, state, index, say, promptOf, lookBack };
}
const fault = "My Python script dies with a segmentation fault";

it("finds by meaning what no word of the query says, and offers it before an answer in the person's own words", async () => {
  const { index, say, promptOf, lookBack } = await openTalks();
  await say(fault, "gdb");
  await say("A recipe for leek soup?", "soup");
  await index();
  expect((await lookBack())[0]).toBe("/c/gdb");
  await say("How do I debug a crash?", "new");
  expect(promptOf()).toContain(fault);
  expect(promptOf()).not.toContain("leek");
  await say("Which train ticket is cheapest?", "train");
  expect(promptOf()).not.toContain("other conversations");
});

it("offers by words where no model embeds", async () => {
  const { index, say, promptOf, state } = await openTalks({});
  await say(fault, "gdb");
  await index();
  await say("Is a segmentation fault dangerous?", "new");
  expect(promptOf()).toContain(fault);
  expect(state.embedded).toEqual([]);
});

it("forgets a conversation with its deletion, also in the index, and never indexes a temporary one", async () => {
  const { services, index, say, promptOf, lookBack } = await openTalks();
  await say(fault, "gdb");
  const temporary = toQuestion("Debug this crash of the temporary kind", {
    conversation: "t",
    message: "t1",
  });
  await (
    await services.runs.start("owner", { ...temporary, options: { temporary: true } })
  ).reply;
  await index();
  await services.runs.deleteConversation("owner", "gdb");
  expect(await lookBack()).toEqual([]);
  await say("How do I debug a crash?", "new");
  expect(promptOf()).not.toContain("other conversations");
  await services.close();
  const chunks = await openChunkIndex({
    driver: "embedded",
    dataDir: services.dataDir,
    onSetAside: () => undefined,
  });
  const kept = await chunks.listDocuments(toConversationsScope("owner").id);
  await chunks.close();
  expect(JSON.stringify(kept)).not.toMatch(/"(gdb|t)"/);
});

it("answers while no model embeds, and embeds what was said when one does again", async () => {
  const { index, say, promptOf, lookBack, state } = await openTalks();
  state.fault = { status: 500 };
  await say(fault, "gdb");
  await index();
  expect(await lookBack()).toEqual([]);
  state.fault = null;
  state.laterMs += 61 * minuteMs;
  await index();
  await say("How do I debug a crash?", "new");
  expect(promptOf()).toContain(fault);
});

it("falls back to words where the model's vectors have another length than before", async () => {
  const { index, say, promptOf, state } = await openTalks();
  await say(fault, "gdb");
  await index();
  state.isWider = true;
  await say("Is a segmentation fault dangerous?", "new");
  expect(promptOf()).toContain(fault);
});

it("says nothing of other conversations to a person who has memory off", async () => {
  const { services, index, say, promptOf } = await openTalks();
  await say(fault, "gdb");
  await index();
  await services.memory.setOff("owner", true);
  await say("How do I debug a crash?", "new");
  expect(promptOf()).not.toContain(fault);
});

it("embeds the beginnings of the newest messages only, however long a conversation is", async () => {
  const { index, say, state } = await openTalks();
  await say(`${fault}. ${"word ".repeat(19_000)}`, "long");
  await index();
  expect(Math.max(...state.embedded.map(({ length }) => length))).toBeLessThan(8_001);
  expect(state.embedded.filter((each) => each.includes("gdb")).every(({ length }) => length < 3_010)).toBe(
    true,
  );
});
