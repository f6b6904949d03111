import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Store } from "@/lib/store/store";
import { createProjectId, findSharedEmulator, openEmulatedStore } from "@/tests/support/find-emulator";
import { type FirestoreEmulator, startFirestoreEmulator } from "@/tests/support/firestore-emulator";
import { startChild } from "./start-child";
import { waitFor, waitForIds, watchDocument, watchLog } from "./watch-contract";

// The emulator is a Java program that warms up while others want the same processor.
vi.setConfig({ testTimeout: 90_000 });

const host = await findSharedEmulator();

async function open(projectId?: string, at = host): Promise<Store> {
  const store = await openEmulatedStore(at, projectId);
  onTestFinished(() => store.close());
  return store;
}

describe.skipIf(host === null)("a watch of Firestore", () => {
  it("tells what another instance writes", async () => {
    const projectId = createProjectId();
    const [one, other] = await Promise.all([open(projectId), open(projectId)]);
    const seen = watchDocument(one, "runs/r");
    const log = watchLog(one, "runs/r/log", null);
    await waitFor(seen, [null]);
    await other.set("runs/r", { stop: true });
    await other.create("runs/r/log/0001", {});
    await waitFor(seen, [null, { stop: true }]);
    await waitForIds(log, ["0001"]);
  });

  it("tells each of 20 changes that wait for each other, and prints how long that takes", async () => {
    const projectId = createProjectId();
    const [one, other] = await Promise.all([open(projectId), open(projectId)]);
    const seen = watchDocument(one, "runs/r");
    await waitFor(seen, [null]);
    const [waits, writes]: [number[], number[]] = [[], []];
    for (let n = 1; n <= 20; n += 1) {
      const began = performance.now();
      await other.set("runs/r", { n });
      const written = performance.now();
      await vi.waitFor(() => expect(seen.last()?.data).toEqual({ n }), { timeout: 10_000, interval: 1 });
      waits.push(performance.now() - began);
      writes.push(written - began);
    }
    const [typical, worst, write] = [toMedian(waits), Math.max(...waits), toMedian(writes)].map((each) =>
      each?.toFixed(1),
    );
    console.info(
      `A change is told ${typical} ms after it is asked for (median; worst ${worst}); the writer knows after ${write} ms.`,
    );
  });

  it("serves 160 watches at once beside calls", async () => {
    const store = await open();
    const seen = Array.from({ length: 160 }, (_, n) => watchDocument(store, `users/u${n}`));
    await Promise.all(seen.map((each) => waitFor(each, [null])));
    await store.batch(seen.map((_, n) => ({ kind: "set", path: `users/u${n}`, data: { n } })));
    await Promise.all(seen.map((each, n) => waitFor(each, [null, { n }])));
  });

  it("lets the process end once the store is closed", async () => {
    expect(await startChild("watchAndClose", host ?? "").waitForEnd()).toEqual(["told", "closed"]);
  });
});

describe.skipIf(host === null)("a watch of Firestore without a server", () => {
  let emulator: FirestoreEmulator | null = null;
  beforeAll(async () => {
    emulator = await startFirestoreEmulator();
  });
  afterAll(() => emulator?.close());

  it("goes on where it was when the server is back, and tells nothing twice", async () => {
    const store = await open(createProjectId(), emulator?.host ?? null);
    await store.batch(
      ["runs/r", "runs/r/log/01", "runs/r/log/02"].map((path) => ({ kind: "set", path, data: { path } })),
    );
    const seen = watchDocument(store, "runs/r");
    const log = watchLog(store, "runs/r/log", null);
    await waitFor(seen, [{ path: "runs/r" }]);
    await waitForIds(log, ["01", "02"]);
    await emulator?.kill();
    await expect(store.check()).rejects.toMatchObject({ code: "store_unavailable" });
    await emulator?.restart();
    // What the emulator held is gone: that is a change, and it is told.
    await waitFor(seen, [{ path: "runs/r" }, null]);
    await expect.poll(() => store.check().then(() => "up")).toBe("up");
    await store.batch(
      ["runs/r", "runs/r/log/01", "runs/r/log/03"].map((path) => ({
        kind: "set",
        path,
        data: { again: true },
      })),
    );
    await waitFor(seen, [{ path: "runs/r" }, null, { again: true }]);
    await waitForIds(log, ["01", "02", "03"]);
  });

  it("begins when the server comes, and can be ended before", async () => {
    await emulator?.kill();
    const store = await open(createProjectId(), emulator?.host ?? null);
    const seen = watchDocument(store, "users/u1");
    const ended = watchDocument(store, "users/u1");
    await expect(store.check()).rejects.toMatchObject({ code: "store_unavailable" });
    expect(seen.data()).toEqual([]);
    ended.stop();
    await emulator?.restart();
    await waitFor(seen, [null]);
    expect(ended.data()).toEqual([]);
  });

  it("keeps its process alive until the server is back", async () => {
    await emulator?.restart();
    const store = await open("watched", emulator?.host ?? null);
    await store.set("users/u1", { n: 1 });
    const child = startChild("watchOnly", emulator?.host ?? "");
    await child.waitForLines(1);
    await emulator?.restart();
    expect(await child.waitForLines(2)).toEqual(['{"n":1}', "null"]);
  });

  it("lets the process end while there is none", async () => {
    await emulator?.kill();
    expect(await startChild("closeWhileAway", emulator?.host ?? "").waitForEnd()).toEqual(["closed"]);
  });
});

function toMedian(values: number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
