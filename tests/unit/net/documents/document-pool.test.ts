import { describe, expect, it } from "vitest";
import { defaultLimits, type DocumentInput } from "@/lib/net/documents/document";
import { createDocumentPool } from "@/lib/net/documents/document-pool";
import { makePdf } from "@/tests/fixtures/pages/make-pdf";

const never = new AbortController().signal;

function toInput(text: string): DocumentInput {
  const bytes = makePdf([[{ text, y: 700 }]]);
  return { bytes, contentType: "application/pdf", url: "https://a.test/a.pdf", limits: defaultLimits };
}

describe("the pool of document threads", () => {
  it("reads more documents at once than it has threads, each as itself", async () => {
    const read = createDocumentPool("page", { size: 2 });
    const texts = Array.from({ length: 7 }, (_, index) => `Text number ${index}.`);
    const found = await Promise.all(texts.map((text) => read(toInput(text), never)));
    expect(found.map(({ markdown }) => markdown)).toEqual(texts.map((text) => `## Page 1\n\n${text}`));
  });

  it("leaves the caller's bytes as they are", async () => {
    const input = toInput("Kept.");
    const before = input.bytes.slice();
    await createDocumentPool("page")(input, never);
    expect(input.bytes).toEqual(before);
  });

  it("ends a document that takes too long, and reads the next one", async () => {
    const read = createDocumentPool("page", { size: 1, timeLimitMs: 1 });
    const both = await Promise.allSettled([read(toInput("One."), never), read(toInput("Two."), never)]);
    expect(both).toMatchObject([{ reason: { code: "timeout" } }, { reason: { code: "timeout" } }]);
  });

  it("ends what nobody waits for any more, working or waiting, and reads the others", async () => {
    const read = createDocumentPool("page", { size: 1 });
    const [working, waiting] = [new AbortController(), new AbortController()];
    const all = [
      read(toInput("One."), working.signal),
      read(toInput("Two."), waiting.signal),
      read(toInput("Three."), never),
      read(toInput("Four."), never),
    ];
    waiting.abort();
    working.abort();
    expect(await Promise.allSettled(all)).toMatchObject([
      { reason: { code: "aborted" } },
      { reason: { code: "aborted" } },
      { value: { markdown: "## Page 1\n\nThree." } },
      { value: { markdown: "## Page 1\n\nFour." } },
    ]);
  });

  it("takes turns between people: who brings many does not hold up another one's single one", async () => {
    const read = createDocumentPool("page", { size: 1 });
    const order: string[] = [];
    const bring = (owner: string, text: string) =>
      read(toInput(text), never, owner).then(() => void order.push(text));
    const many = Array.from({ length: 5 }, (_, index) => bring("ada", `Ada ${index}.`));
    await Promise.all([...many, bring("bob", "Bob."), bring("eve", "Eve.")]);
    expect(order).toEqual(["Ada 0.", "Ada 1.", "Bob.", "Eve.", "Ada 2.", "Ada 3.", "Ada 4."]);
  });

  it("starts nothing for somebody who has left", async () => {
    await expect(createDocumentPool("page")(toInput("One."), AbortSignal.abort())).rejects.toMatchObject({
      code: "aborted",
    });
  });

  it("ends a document that takes too much memory with its thread, and reads the next one in another", async () => {
    const read = createDocumentPool("page", { size: 1, memoryMb: 40 });
    const large = {
      bytes: new TextEncoder().encode(",\n".repeat(1_500_000)),
      contentType: "text/csv",
      url: "https://a.test/a.csv",
      limits: defaultLimits,
    };
    await expect(read(large, never)).rejects.toMatchObject({ code: "too_large" });
    expect((await read(toInput("Small."), never)).markdown).toContain("Small.");
  });

  it("tells what is wrong with a document as it was told in the thread", async () => {
    const broken = { ...toInput(""), bytes: new TextEncoder().encode("%PDF-1.7 and nothing more") };
    await expect(createDocumentPool("page")(broken, never)).rejects.toMatchObject({
      name: "AppError",
      code: "page_unavailable",
      message: "The PDF is broken.",
    });
  });

  it("reads again after its threads have gone home", async () => {
    const read = createDocumentPool("page", { size: 1, idleMs: 0 });
    await read(toInput("One."), never);
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    expect((await read(toInput("Two."), never)).markdown).toContain("Two.");
  });
});
