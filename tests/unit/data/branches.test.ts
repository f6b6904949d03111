import { describe, expect, it } from "vitest";
import { toPath } from "@/lib/data/branches";
import { createConversations } from "@/lib/data/conversations";
import { createMessages } from "@/lib/data/messages";
import { bothStores } from "@/tests/support/both-stores";
import { noBlobs } from "@/tests/support/open-test-store";
import { createSpeaker } from "@/tests/support/say-turn";

describe.each(bothStores)("the branches of a conversation in $name", ({ openStore }) => {
  async function open() {
    const store = await openStore();
    const say = createSpeaker(store);
    const conversations = createConversations(store);
    const messages = createMessages(store, noBlobs);
    const read = async (limit = 40, beforeSeq?: number) => {
      const { branches, branch } = await conversations.get("u1", "c1");
      const page = await messages.listNewest("u1", "c1", {
        limit,
        beforeSeq,
        path: toPath(branches, branch),
      });
      const toIds = (listed: typeof page.messages) => listed.map(({ message }) => message.id).join(" ");
      return { shown: toIds(page.messages), others: toIds(page.others), cursor: page.cursor };
    };
    const show = (id: string) => conversations.show("u1", "c1", id);
    return { store, say, read, show, messages, conversations };
  }

  it("keep every answer: another one stands beside the first", async () => {
    const { say, read, show } = await open();
    await say("c1", "One?", "1");
    await say("c1", "Two?", "2");
    await say("c1", "", "2 again", { isAgain: true });
    expect(await read()).toMatchObject({ shown: "q1 a1 q2 a3", others: "a2" });
    await show("a2");
    expect(await read()).toMatchObject({ shown: "q1 a1 q2 a2", others: "a3" });
    await say("c1", "Three?", "3");
    expect(await read()).toMatchObject({ shown: "q1 a1 q2 a2 q4 a4", others: "a3" });
  });

  it("keep a question that was changed, with all that followed it", async () => {
    const { say, read, show } = await open();
    await say("c1", "One?", "1");
    await say("c1", "Two?", "2");
    await say("c1", "Three?", "3");
    await say("c1", "Two, please?", "2", { parentId: "a1" });
    await say("c1", "Four?", "4");
    expect(await read()).toMatchObject({ shown: "q1 a1 q4 a4 q5 a5", others: "q2 a2 q3 a3" });
    await show("a3");
    await say("c1", "One, at first?", "1", { parentId: null });
    expect(await read()).toMatchObject({ shown: "q6 a6", others: "q1 a1 q2 a2 q3 a3 q4 a4 q5 a5" });
    await show("a5");
    expect(await read()).toMatchObject({ shown: "q1 a1 q4 a4 q5 a5" });
  });

  it("are paged along the one that is shown", async () => {
    const { say, read, messages, conversations } = await open();
    for (let n = 1; n <= 4; n += 1) await say("c1", `Question ${n}`, `Reply ${n}`);
    await say("c1", "Another second", "Reply", { parentId: "a1" });
    const first = await read(2);
    expect(first).toMatchObject({ shown: "q5 a5", others: "" });
    expect(await read(2, first.cursor ?? 0)).toMatchObject({ shown: "q1 a1", cursor: null });
    const { branches, branch } = await conversations.get("u1", "c1");
    const path = toPath(branches, branch);
    const listed = await messages.listFrom("u1", "c1", 2, 3, path);
    expect(listed.map(({ message }) => message.id)).toEqual(["a1", "q5", "a5"]);
  });

  it("give a question that is changed under its own id another one, the same for the same words", async () => {
    const { say, read, messages } = await open();
    await say("c1", "One?", "1");
    const changed = { messageId: "q1", id: "q1" };
    const { questionId } = await say("c1", "One, in other words?", "1", changed);
    expect(questionId).not.toBe("q1");
    await expect(say("c1", "One, in other words?", "1", changed)).rejects.toThrow("answered");
    const kept = await messages.find("u1", "c1", questionId);
    expect(kept?.message.metadata?.parentId).toBeNull();
    expect((await read()).others).toContain("q1 a1");
  });

  it("refuse to go on from what is not there, and to show it", async () => {
    const { say, show } = await open();
    await say("c1", "One?", "1");
    await expect(say("c1", "Two?", "2", { parentId: "gone" })).rejects.toMatchObject({ code: "not_found" });
    await expect(show("gone")).rejects.toMatchObject({ code: "not_found" });
  });

  it("begin at the end of a conversation of before them", async () => {
    const { store, say, read } = await open();
    await say("c1", "One?", "1");
    await say("c1", "Two?", "2");
    await store.update("users/u1/conversations/c1", { branches: [], branch: 0 });
    await say("c1", "Three?", "3");
    expect(await read()).toMatchObject({ shown: "q1 a1 q2 a2 q3 a3", others: "" });
    await say("c1", "", "2 again", { isAgain: true, messageId: "a2" });
    expect(await read()).toMatchObject({ shown: "q1 a1 q2 a4", others: "a2 q3 a3" });
  });
});
