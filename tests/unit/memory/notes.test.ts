import { describe, expect, it } from "vitest";
import { createMemoryRecords } from "@/lib/features/memory/records/memories";
import { createMemory } from "@/lib/features/memory/memory";
import { mostNotes } from "@/lib/features/memory/shape";
import { bothStores } from "@/tests/support/both-stores";
import { ask, call, openWith, text, toolParts } from "@/tests/support/scripted-services";
import { openTestBlobs } from "@/tests/support/open-test-store";
import type { Reply } from "@/tests/support/wire/reply";
import { openPersonData } from "@/tests/support/person-data";

const source = { conversationId: "c1", messageId: "m1" };
const note = { key: "gdb session", content: "The crash is in frame 3, a freed list.", source };

describe.each(bothStores)("a note in $name", ({ openStore }) => {
  async function open() {
    const store = await openStore();
    const blobs = await openTestBlobs();
    const records = createMemoryRecords(store);
    let count = 0;
    const memory = createMemory({ records, now: () => 1_790_000_000_000 + (count += 1), newId: () => "f1" });
    const person = openPersonData(store, blobs);
    const exportAll = async () => JSON.stringify(await Array.fromAsync(person.readAll("u1")));
    return { memory, person, exportAll };
  }

  it("stands wherever memory is listed and exported, and is gone wherever it is erased", async () => {
    const erasures = [
      async ({ memory }: Awaited<ReturnType<typeof open>>) => memory.removeNote("u1", note.key),
      async ({ memory }: Awaited<ReturnType<typeof open>>) => memory.clear("u1"),
      async ({ person }: Awaited<ReturnType<typeof open>>) => person.deleteAll("u1"),
    ];
    for (const erase of erasures) {
      const opened = await open();
      const { memory, exportAll } = opened;
      const places = [
        async () => JSON.stringify(await memory.list("u1")),
        async () => JSON.stringify(await memory.exportAll("u1")),
        exportAll,
      ];
      await memory.writeNote("u1", note);
      for (const read of places) expect(await read()).toContain(note.content);
      expect((await memory.list("u2")).notes).toBeUndefined();
      await erase(opened);
      for (const read of places) expect(await read()).not.toContain(note.content);
    }
  });

  it("takes the place of one with its key, the oldest goes of too many, and none is kept while memory is off", async () => {
    const { memory } = await open();
    await memory.writeNote("u1", { ...note, content: "Older" });
    await memory.writeNote("u1", note);
    expect((await memory.list("u1")).notes).toMatchObject([note]);
    for (let index = 0; index < mostNotes; index += 1)
      await memory.writeNote("u1", { ...note, key: `n${index}` });
    const { notes = [] } = await memory.list("u1");
    expect(notes).toHaveLength(mostNotes);
    expect(notes.map(({ key }) => key)).not.toContain(note.key);
    await memory.setOff("u1", true);
    expect(await memory.writeNote("u1", note)).toBeNull();
  });

  it("never holds a secret", async () => {
    const { memory } = await open();
    const secret = { ...note, content: "The password: hunter2-Tr0ub4dor" };
    await expect(memory.writeNote("u1", secret)).rejects.toMatchObject({ code: "secret_refused" });
  });
});

const write = (key = note.key): Reply => call("note_write", { key, content: note.content });
const read = call("note_read", { key: note.key });

async function openAgent(...replies: Reply[]) {
  const opened = await openWith(() => replies.shift() ?? text("Done."));
  return opened.services;
}
const findAsked = ({ parts }: Awaited<ReturnType<typeof ask>>) =>
  parts.filter(({ type }) => type === "data-approval");

it("is written in one conversation and read in another one, as data and with its day", async () => {
  const services = await openAgent(write(), text("Noted."), read);
  expect(findAsked(await ask(services, "Note it.", { conversation: "a", message: "a1" }))).toEqual([]);
  const reply = await ask(services, "What did you note?", { conversation: "b", message: "b1" });
  const { output } = toolParts(reply)[0] as { output: { text: string } };
  expect(output.text).toMatch(/<page [^>]*said="\d{4}-\d\d-\d\d"[\s\S]*freed list/);
  expect((await services.memory.list("owner")).notes).toMatchObject([
    { key: note.key, source: { conversationId: "a" } },
  ]);
});

it("is not written without the person once a stranger's text is in sight, which a note that was read is", async () => {
  const services = await openAgent(write(), text("Noted."), read, write("injected"));
  await ask(services, "Note it.", { conversation: "a", message: "a1" });
  const reply = await ask(services, "Go on.", { conversation: "b", message: "b1" });
  expect(findAsked(reply)).toHaveLength(1);
  expect((await services.memory.list("owner")).notes?.map(({ key }) => key)).toEqual([note.key]);
});

it("has a key of at most 100 letters", async () => {
  const services = await openAgent(write("k".repeat(10_000)));
  const reply = await ask(services, "Note it.");
  expect(toolParts(reply)).toMatchObject([{ output: { ok: false, kind: "invalid_input" } }]);
  expect((await services.memory.list("owner")).notes).toBeUndefined();
});
