import { describe, expect, it } from "vitest";
import { createMessages } from "@/lib/data/messages";
import { paths } from "@/lib/data/paths";
import { openTestBlobs, openTestStore } from "@/tests/support/open-test-store";
import { toLongReply, toReply, toUserMessage } from "@/tests/support/messages";

async function openMessages(count = 0) {
  const messages = createMessages(await openTestStore(), await openTestBlobs());
  for (let seq = 1; seq <= count; seq += 1)
    await messages.save("u1", "c1", { seq, message: toUserMessage(`m${seq}`, `${seq}`) });
  return messages;
}
const seqsOf = ({ messages }: { messages: { seq: number }[] }) => messages.map(({ seq }) => seq);

describe("messages", () => {
  it("are given back as they were saved", async () => {
    const messages = await openMessages();
    const stored = {
      ...{ seq: 2, branch: 0 },
      message: {
        ...toReply("r1", "“quoted” \u0000 \ud83d\ude00"),
        metadata: { runId: "run1", outcome: "completed" as const },
      },
    };
    await messages.save("u1", "c1", stored);
    expect(await messages.find("u1", "c1", "r1")).toEqual(stored);
    expect(await messages.find("u2", "c1", "r1")).toBeNull();
  });

  it("are paged from the newest, oldest first within a page, until the beginning", async () => {
    const messages = await openMessages(7);
    const newest = await messages.listNewest("u1", "c1", { limit: 3 });
    expect([seqsOf(newest), newest.cursor]).toEqual([[5, 6, 7], 5]);
    const middle = await messages.listNewest("u1", "c1", { limit: 3, beforeSeq: 5 });
    expect([seqsOf(middle), middle.cursor]).toEqual([[2, 3, 4], 2]);
    const first = await messages.listNewest("u1", "c1", { limit: 3, beforeSeq: 2 });
    expect([seqsOf(first), first.cursor]).toEqual([[1], null]);
  });

  it("are fewer on a page where they are long, but one, and none is passed over", async () => {
    const messages = await openMessages();
    for (let seq = 1; seq <= 5; seq += 1)
      await messages.save("u1", "c1", {
        seq,
        message: toReply(`m${seq}`, "x".repeat(seq === 3 ? 9_000 : 1_000)),
      });
    const pages: number[][] = [];
    let cursor: number | null | undefined;
    while (cursor !== null) {
      const page = await messages.listNewest("u1", "c1", { limit: 4, beforeSeq: cursor, room: 3_000 });
      pages.push(seqsOf(page));
      cursor = page.cursor;
    }
    expect(pages).toEqual([[4, 5], [3], [1, 2]]);
  });

  it("that are larger than a document are whole again from their file, and after a change", async () => {
    const messages = await openMessages();
    const message = toLongReply("r1", 2_000_000, "\u0001".repeat(400_000));
    await messages.save("u1", "c1", { seq: 2, message });
    expect(await messages.find("u1", "c1", "r1")).toEqual({ seq: 2, branch: 0, message });
    const metadata = { runId: "run1", outcome: "completed" as const };
    await messages.change("u1", "c1", "r1", (before) => ({ ...before, metadata }));
    const { messages: newest } = await messages.listNewest("u1", "c1", { limit: 1 });
    expect(newest).toEqual([{ seq: 2, branch: 0, message: { ...message, metadata } }]);
  });

  it("whose file is gone keep their answer, and lose the length of their tools' texts first", async () => {
    const [store, blobs] = [await openTestStore(), await openTestBlobs()];
    const messages = createMessages(store, blobs);
    await messages.save("u1", "c1", { seq: 2, message: toLongReply("r1", 2_000_000, "The answer [1].") });
    await blobs.deleteTree(paths.texts("u1", "c1"));
    const found = await messages.find("u1", "c1", "r1");
    expect(found?.message.parts.at(-1)).toMatchObject({ text: "The answer [1]." });
    expect(found?.message.parts[1]).toMatchObject({
      state: "output-available",
      output: { ok: true, text: expect.stringContaining("(cut: too long") },
    });
    const words = { seq: 3, message: toReply("r2", "\u0001".repeat(400_000)) };
    await messages.save("u1", "c1", words);
    await blobs.deleteTree(paths.texts("u1", "c1"));
    expect(JSON.stringify((await messages.find("u1", "c1", "r2"))?.message.parts)).toContain("(cut: too");
  });
});
