import { describe, it } from "vitest";
import { toolParts } from "@/tests/support/scripted-services";
import { callTool, expectNothingLost, openFaultyProduct, say } from "./faulty-product";
import { createMatrix } from "./matrix";
import { createStoreSwitch, type Call } from "./switched-store";

const matrix = createMatrix("Memory that fails");
const isMemory = ({ paths }: Call) => paths.some((path) => path.includes("/memory/"));
const factsPath = "users/owner/memory/facts";

describe.concurrent("memory that", () => {
  it("cannot be read at the start is gone without: the answer comes from the conversation alone", async ({
    expect,
    onTestFinished,
  }) => {
    const store = createStoreSwitch();
    const product = await openFaultyProduct(onTestFinished, {
      first: [say("Without memory.")],
      wrapStore: store.wrap,
    });
    store.cut(isMemory);
    const seen = await product.ask();
    matrix.note(
      "cannot be read at the start",
      "completed",
      `${seen.reply.metadata?.outcome}, ${store.countFailures()} tries`,
    );
    expect(seen).toMatchObject({ text: "Without memory.", reply: { metadata: { outcome: "completed" } } });
    expect(store.countFailures()).toBeGreaterThan(1);
    store.restore();
    await expectNothingLost(product, seen);
  });

  it("is corrupt is gone without, left as it is, and the tools say so", async ({
    expect,
    onTestFinished,
  }) => {
    const product = await openFaultyProduct(onTestFinished, {
      first: [
        callTool("memory_retrieve", {}),
        callTool("memory_save", { facts: [{ content: "Likes tea" }] }),
        say("I cannot look it up."),
      ],
    });
    const broken = { facts: [{ id: 7, content: ["no text"] }], history: "none" };
    await product.store().set(factsPath, broken);
    const seen = await product.ask("I like tea");
    matrix.note(
      "is corrupt",
      "completed, both tools unavailable",
      `${seen.reply.metadata?.outcome}, ${toolParts(seen.reply).length} calls`,
    );
    expect(seen).toMatchObject({
      text: "I cannot look it up.",
      reply: { metadata: { outcome: "completed" } },
    });
    expect(toolParts(seen.reply)).toMatchObject(
      [1, 2].map(() => ({
        output: { ok: false, kind: "unavailable", message: "The stored memory cannot be read." },
      })),
    );
    expect((await product.store().find(factsPath))?.data).toEqual(broken);
    await expectNothingLost(product, seen);
  });

  it("is away when a fact is to be kept keeps nothing, and the model is told", async ({
    expect,
    onTestFinished,
  }) => {
    const store = createStoreSwitch();
    const product = await openFaultyProduct(onTestFinished, {
      first: [callTool("memory_save", { facts: [{ content: "Likes tea" }] }), say("Not kept.")],
      wrapStore: store.wrap,
    });
    store.cut((call) => call.name === "transaction" && isMemory(call));
    const seen = await product.ask("I like tea");
    store.restore();
    matrix.note(
      "is away when a fact is to be kept",
      "completed, unavailable, told",
      `${seen.reply.metadata?.outcome}, “${seen.text}”`,
    );
    expect(toolParts(seen.reply)).toMatchObject([
      { output: { ok: false, kind: "unavailable", meta: { attempts: 1 } } },
    ]);
    expect((await product.services.memory.list("owner")).facts).toEqual([]);
    await expectNothingLost(product, seen);
  });
});
