import { describe, expect, it } from "vitest";
import { createConversations } from "@/lib/data/conversations";
import { paths } from "@/lib/data/paths";
import { openTestStore } from "@/tests/support/open-test-store";

const record = (updatedAt: number) => ({
  title: `T${updatedAt}`,
  titled: false,
  createdAt: 1,
  updatedAt,
  lastSeq: 2,
  activeRunId: null,
});

async function openConversations(...updates: number[]) {
  const store = await openTestStore();
  for (const at of updates) await store.set(paths.conversation("u1", `c${at}`), record(at));
  return { store, conversations: createConversations(store) };
}

describe("conversations", () => {
  it("are found by their owner only", async () => {
    const { conversations } = await openConversations(5);
    expect((await conversations.get("u1", "c5")).title).toBe("T5");
    expect(await conversations.find("u2", "c5")).toBeNull();
    await expect(conversations.get("u2", "c5")).rejects.toMatchObject({ code: "not_found" });
  });

  it("are listed newest first, page after page, until none is left", async () => {
    const { conversations } = await openConversations(1, 3, 2);
    const first = await conversations.list("u1", { limit: 2 });
    expect(first.conversations.map(({ id }) => id)).toEqual(["c3", "c2"]);
    const second = await conversations.list("u1", { limit: 2, cursor: first.cursor ?? "" });
    expect(second.conversations.map(({ id }) => id)).toEqual(["c1"]);
    expect(second.cursor).toBeNull();
  });

  it("keep a title that the person gave, and say so", async () => {
    const { conversations } = await openConversations(1);
    await conversations.rename("u1", "c1", "Mine");
    expect(await conversations.get("u1", "c1")).toMatchObject({ title: "Mine", titled: true, updatedAt: 1 });
    await expect(conversations.rename("u1", "gone", "x")).rejects.toMatchObject({ code: "not_found" });
  });

  it("take a suggested title only while the person has given none", async () => {
    const { conversations } = await openConversations(1);
    await conversations.suggestTitle("u1", "c1", "Made");
    expect((await conversations.get("u1", "c1")).title).toBe("Made");
    await conversations.rename("u1", "c1", "Mine");
    await conversations.suggestTitle("u1", "c1", "Made again");
    expect((await conversations.get("u1", "c1")).title).toBe("Mine");
    await expect(conversations.suggestTitle("u1", "gone", "x")).resolves.toBeUndefined();
  });

  it("are deleted with everything below them, and nothing beside them", async () => {
    const { store, conversations } = await openConversations(1, 10);
    await store.set(paths.message("u1", "c1", "m1"), { seq: 1 });
    await conversations.deleteTree("u1", "c1");
    expect(await store.find(paths.message("u1", "c1", "m1"))).toBeNull();
    expect(await conversations.find("u1", "c10")).not.toBeNull();
  });
});
