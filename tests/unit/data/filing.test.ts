import { describe, expect, it } from "vitest";
import { createConversations } from "@/lib/data/conversations";
import { createFolders } from "@/lib/features/folders/records";
import { createPreferences } from "@/lib/features/preferences/records";
import { maxFolders } from "@/lib/features/folders/shape";
import { bothStores } from "@/tests/support/both-stores";
import { createSpeaker } from "@/tests/support/say-turn";

describe.each(bothStores)("filed conversations in $name", ({ openStore }) => {
  async function open() {
    const store = await openStore();
    const say = createSpeaker(store);
    const conversations = createConversations(store);
    for (const id of ["c1", "c2", "c3"]) await say(id, "Hello?", "Hello.");
    const list = async (query = {}) => {
      const { conversations: listed } = await conversations.list("u1", { limit: 30, ...query });
      return listed.map(({ id }) => id);
    };
    return { store, say, conversations, list };
  }

  it("are listed apart when they are archived, and come back with the next message", async () => {
    const { say, conversations, list } = await open();
    await conversations.file("u1", "c2", { archived: true });
    expect([await list(), await list({ archived: true })]).toEqual([["c3", "c1"], ["c2"]]);
    await say("c2", "And now?", "Now.");
    expect([await list(), await list({ archived: true })]).toEqual([["c2", "c3", "c1"], []]);
  });

  it("keep their place when they are pinned or moved, and say so", async () => {
    const { conversations, list } = await open();
    await conversations.file("u1", "c1", { pinned: true, folder: "f1" });
    await conversations.file("u1", "c2", { folder: "f1" });
    expect(await list()).toEqual(["c3", "c2", "c1"]);
    expect(await list({ folder: "f1" })).toEqual(["c2", "c1"]);
    expect(await conversations.listPinned("u1")).toMatchObject([{ id: "c1", pinned: true, folder: "f1" }]);
    await conversations.file("u1", "c1", { pinned: false, folder: null });
    expect([await conversations.listPinned("u1"), await list({ folder: "f1" })]).toEqual([[], ["c2"]]);
  });

  it("are not found by somebody else", async () => {
    const { conversations } = await open();
    await expect(conversations.file("u2", "c1", { pinned: true })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe.each(bothStores)("folders in $name", ({ openStore }) => {
  const folder = { name: "Boats", instructions: "Metres, please.", collections: ["k1"] };

  it("are made, listed by name, changed and deleted, each by its owner alone", async () => {
    const folders = createFolders(await openStore(), () => 5);
    await folders.create("u1", "f1", folder);
    await folders.create("u1", "f2", { ...folder, name: "Anchors" });
    expect((await folders.list("u1")).map(({ name }) => name)).toEqual(["Anchors", "Boats"]);
    expect(await folders.change("u1", "f1", { name: "Ships" })).toEqual({
      ...{ ...folder, id: "f1", name: "Ships", createdAt: 5 },
    });
    expect([await folders.find("u2", "f1"), await folders.list("u2")]).toEqual([null, []]);
    await expect(folders.change("u2", "f1", { name: "Mine" })).rejects.toMatchObject({ code: "not_found" });
    await folders.delete("u1", "f1");
    await expect(folders.get("u1", "f1")).rejects.toMatchObject({ code: "not_found" });
  });

  it("are at most a hundred", async () => {
    const folders = createFolders(await openStore(), () => 5);
    for (let n = 0; n < maxFolders; n += 1) await folders.create("u1", `f${n}`, folder);
    await expect(folders.create("u1", "more", folder)).rejects.toMatchObject({ code: "quota_exhausted" });
  });
});

describe.each(bothStores)("preferences in $name", ({ openStore }) => {
  it("are as they come until they are changed, one by one", async () => {
    const preferences = createPreferences(await openStore());
    expect(await preferences.read("u1")).toMatchObject({ instructions: "", sendKey: "enter" });
    await preferences.change("u1", { instructions: "Be brief." });
    await preferences.change("u1", { textSize: "large" });
    await preferences.change("u1", { density: "compact" });
    expect(await preferences.read("u1")).toMatchObject({
      ...{ instructions: "Be brief.", textSize: "large", density: "compact" },
    });
    expect(await preferences.read("u2")).toMatchObject({ instructions: "", textSize: "normal" });
  });
});
