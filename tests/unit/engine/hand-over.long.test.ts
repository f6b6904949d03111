import { describe, expect, it } from "vitest";
import { leaseMs } from "@/lib/engine/records/leases";
import { openStore } from "@/lib/store/open";
import type { Store } from "@/lib/store/store";
import { findSharedEmulator } from "@/tests/support/find-emulator";
import { scanStore } from "@/tests/support/scan-store";
import { call, text, textOf, toolParts } from "@/tests/support/scripted-services";
import { toQuestion } from "@/tests/support/test-services";
import { openInstances, readTold, toAnswer, toCompact, toWords } from "./instances";

const emulator = await findSharedEmulator();
const owner = "owner";

/** A store that stands still when it is told to, as for a process that is frozen: what is asked waits, and nothing is told. */
function createFreezer() {
  let [thawed, thaw] = [Promise.resolve(), () => undefined as void];
  let isFrozen = false;
  const opened: Store[] = [];
  const late =
    <A extends unknown[], T>(work: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      await thawed;
      return work(...args);
    };
  const wrap = (store: Store): Store => ({
    ...store,
    ...{
      find: late(store.find),
      findMany: late(store.findMany),
      list: late(store.list),
      set: late(store.set),
      create: late(store.create),
    },
    ...{
      update: late(store.update),
      merge: late(store.merge),
      batch: late(store.batch),
      deleteTree: late(store.deleteTree),
    },
    transaction: async (work) => {
      await thawed;
      return store.transaction(work);
    },
    watch: (path, onChange) => store.watch(path, (document) => (isFrozen ? undefined : onChange(document))),
  });
  return {
    freeze(): void {
      isFrozen = true;
      ({ promise: thawed, resolve: thaw } = Promise.withResolvers<void>());
    },
    /** Told is only what comes from now on. */
    thaw(): void {
      isFrozen = false;
      thaw();
    },
    store: () => opened[0] ?? expect.fail("The store is not open."),
    openStore: async (config: Parameters<typeof openStore>[0]) => {
      const store = await openStore(config);
      opened.push(store);
      return wrap(store);
    },
  };
}

describe.skipIf(emulator === null)("a worker that was frozen for longer than its lease", () => {
  it("finds its run taken over: what it wrote late is not read, its end is refused, and the reply is saved and charged once", async () => {
    const freezer = createFreezer();
    let isTaken = false;
    const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
    const { first, second, provider } = await openInstances(
      emulator,
      async ({ turn, isStream }) => {
        if (isStream && turn === 0) await gate;
        return isStream && turn === 0
          ? call("calculate", { expression: "6*7" })
          : { ...text(...toWords(20, isTaken ? "second" : "first")), delayMs: 50 };
      },
      [{ openStore: freezer.openStore }],
    );
    const started = await first.runs.start(owner, toQuestion("6*7?"));
    const shown = readTold(started.stream());
    const follower = readTold(await second.runs.follow(owner, "c1"));
    letGo();
    await readTold(await second.runs.follow(owner, "c1"), ({ text: seen }) =>
      seen.includes("tool-output-available"),
    );
    freezer.freeze();
    const frozenAt = Date.now();
    isTaken = true;
    // Whoever reads at the other instance is told to come back when the worker is silent, and finds the reply going on there.
    const cut = await follower;
    console.info(
      `A reader on another instance noticed a silent worker after ${Date.now() - frozenAt} ms, with a lease of ${leaseMs} ms.`,
    );
    expect(cut.text).not.toContain("[DONE]");
    const told = await readTold(await second.runs.follow(owner, "c1"));
    await second.runs.untilIdle(owner, "c1");
    const stored = await second.runs.readConversation(owner, "c1", { limit: 10 });
    expect(stored.messages.map(textOf)).toEqual(["6*7?", toWords(20, "second").join("")]);
    expect(toAnswer(told.text)).toBe(toWords(20, "second").join(""));
    await second.settleBackground();

    freezer.thaw();
    expect((await started.reply).metadata).toMatchObject({ outcome: "interrupted" });
    expect((await shown).text).not.toContain("[DONE]");
    await first.settleBackground();
    const after = await second.runs.readConversation(owner, "c1", { limit: 10 });
    expect(after).toEqual(stored);
    expect(toolParts(after.messages[1] ?? expect.fail())).toHaveLength(1);
    expect(after.messages[1]?.metadata).toMatchObject({ outcome: "completed" });
    expect((await second.quotas.read(owner)).used).toMatchObject({ messagesToday: 1 });
    const listRunning = async () =>
      (await scanStore(freezer.store()))
        .map(({ path }) => path)
        .filter((path) => path.startsWith("running/"));
    await expect.poll(listRunning, { timeout: 10_000, interval: 200 }).toEqual([]);
    expect(provider.requests.filter(({ isStream, turn }) => isStream && turn === 0)).toHaveLength(1);
    expect(toCompact(told.text).filter(({ type }) => type === "tool-output-available")).toHaveLength(1);
  });
});
