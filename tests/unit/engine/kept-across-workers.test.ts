import { describe, expect, it } from "vitest";
import { isMark, type RunEntry } from "@/lib/engine/log/entries";
import { ask, call, read, text, textOf } from "@/tests/support/scripted-services";
import { toQuestion } from "@/tests/support/test-services";
import type { Reply } from "@/tests/support/wire/reply";
import {
  copyFolder,
  createGate,
  goOn,
  keepEntries,
  openProcess,
  openProvider,
  readUntil,
  stalled,
  untilLogged,
} from "./cut-runs";

const cutByLength: Reply = {
  parts: [{ type: "text", chunks: ["Half an ", "answer"] }],
  usage: { input: 20, output: 5 },
  finish: "length",
};

describe("an answer that was cut by its length, of which only the end was not saved", () => {
  it.each([
    { known: "how the model ended", isKept: (entry: RunEntry) => !isMark(entry) || entry.mark !== "end" },
    { known: "how the run ends", isKept: () => true },
  ])("is what it would have been when the log says $known", async ({ isKept }) => {
    const gate = createGate();
    const isReady = Promise.withResolvers<void>();
    const provider = await openProvider(() => isReady.promise.then(() => cutByLength));
    const { services, store } = await openProcess(provider, { wrap: gate.wrap });
    await services.runs.start("owner", toQuestion("What is it?"));
    void gate.close();
    isReady.resolve();
    await untilLogged(store, '"mark":"end"');
    const next = await openProcess(provider, { folder: await copyFolder(services) });
    await keepEntries(next.store, isKept);
    const reply = await goOn(next.services);
    expect(textOf(reply)).toBe("Half an answer");
    expect(reply.metadata).toMatchObject({ outcome: "limited", reason: "output_limit" });
    expect(provider.requests).toHaveLength(1);
  });
});

describe("a reply that goes on from what it was", () => {
  it("keeps all of that when the process died before the log had more than a part of it", async () => {
    let script = (): Reply => cutByLength;
    const provider = await openProvider(() => script());
    const { services, store } = await openProcess(provider);
    await ask(services);
    script = () => stalled;
    const started = await services.runs.start("owner", { id: "c1", trigger: "continue", options: {} });
    await readUntil(started.stream(), "two");
    await untilLogged(store, "Half an answer");
    const next = await openProcess(provider, { folder: await copyFolder(services) });
    await keepEntries(next.store, (_entry, index) => index < 3);
    script = () => text(", and the rest.");
    const reply = await goOn(next.services);
    expect(textOf(reply)).toBe("Half an answer, and the rest.");
    expect(reply.metadata?.outcome).toBe("completed");
    expect((await read(next.services)).messages).toHaveLength(2);
  });
});

describe("a title that a model made while the reply was made", () => {
  it("is kept when that reply is handed over", async () => {
    let isBack = false;
    const isTitled = Promise.withResolvers<void>();
    const provider = await openProvider(async ({ isStream, turn }) => {
      if (!isStream) {
        isTitled.resolve();
        return text("A fine title");
      }
      await isTitled.promise;
      // So that the title has arrived before there are words.
      return turn === 0 ? call("calculate", { expression: "1+1" }) : isBack ? text("Whole.") : stalled;
    });
    const env = { MODEL_LITE: "local:lite" };
    const { services } = await openProcess(provider, { env });
    const started = await services.runs.start("owner", toQuestion("Count for me please"));
    await readUntil(started.stream(), "two");
    await services.close();
    isBack = true;
    const next = await openProcess(provider, { folder: services.dataDir, env });
    expect(textOf(await goOn(next.services))).toBe("Whole.");
    expect((await read(next.services)).title).toBe("A fine title");
    expect(provider.requests.filter(({ isStream }) => !isStream)).toHaveLength(1);
  });
});
