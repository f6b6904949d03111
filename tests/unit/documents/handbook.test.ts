import { describe, expect, it } from "vitest";
import { createHandbook } from "@/lib/features/documents/handbook";
import { createTestIndex } from "@/tests/support/test-library";

const { signal } = new AbortController();

function open(indexDocument: () => Promise<void>) {
  const index = createTestIndex();
  return createHandbook({
    readPages: () => Promise.resolve([{ name: "keys.md", text: "# Keys\n\nSet one in the panel." }]),
    index: {
      ...index,
      indexDocument: async (...asked) => {
        await indexDocument();
        return index.indexDocument(...asked);
      },
    },
    mark: { find: () => Promise.resolve(null), set: () => Promise.resolve() },
    onIndexLost: () => Promise.resolve(),
  });
}

describe("a handbook that is being indexed", () => {
  it("is searched when it is there as a whole", async () => {
    const gate = Promise.withResolvers<void>();
    const order: string[] = [];
    const handbook = open(async () => {
      await gate.promise;
      order.push("written");
    });
    const preparing = handbook.prepare(signal);
    const searched = handbook.untilIndexed().then(() => order.push("searched"));
    gate.resolve();
    await Promise.all([preparing, searched]);
    expect(order).toEqual(["written", "searched"]);
    expect((await handbook.summarize()).chunks).toBe(2);
  });

  it("holds no search up where nobody indexes it, it is done, or that has failed", async () => {
    const handbook = open(() => Promise.resolve());
    await handbook.untilIndexed();
    await handbook.prepare(signal);
    await handbook.untilIndexed();
    const failing = open(() => Promise.reject(new Error("no space")));
    await expect(failing.prepare(signal)).rejects.toThrow("no space");
    await failing.untilIndexed();
  });
});
