import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished } from "vitest";
import { createLeases, heartbeatMs, leaseMs, toLeaseData, type Lease } from "@/lib/engine/records/leases";
import { paths } from "@/lib/data/paths";
import { openEmbeddedStore } from "@/lib/store/embedded";
import type { Store } from "@/lib/store/store";
import { findSharedEmulator, openEmulatedStore } from "@/tests/support/find-emulator";

export const emulator = await findSharedEmulator();
export const tenMinutes = 600_000;

type Lab = {
  store: Store;
  /** Lets the store's clock come to a moment, which on Firestore takes as long. */
  until: (isThere: () => Promise<boolean>) => Promise<void>;
};

export async function openEmbeddedLab(): Promise<Lab> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "sextant-"));
  const clock = { now: Date.now() };
  const store = await openEmbeddedStore({ dataDir, now: () => clock.now });
  onTestFinished(async () => {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return {
    store,
    async until(isThere) {
      while (!(await isThere())) clock.now += 500;
    },
  };
}

export async function openFirestoreLab(): Promise<Lab> {
  const store = await openEmulatedStore(emulator);
  onTestFinished(() => store.close());
  return { store, until: (isThere) => expect.poll(isThere, { timeout: 30_000, interval: 200 }).toBe(true) };
}

export const labs = [
  { name: "the embedded store", open: openEmbeddedLab },
  ...(emulator === null ? [] : [{ name: "Firestore", open: openFirestoreLab }]),
];

export async function addLease(store: Store, runId: string, changes: Partial<Lease> = {}): Promise<void> {
  const lease: Lease = {
    ...{
      userId: "u1",
      conversationId: "c1",
      owner: "w1",
      epoch: 1,
      beatAt: Date.now(),
      silentMs: 0,
      crashes: 0,
    },
    ...{
      isReleased: false,
      isStopAsked: false,
      endedAt: null,
      plan: "{}",
      steers: {},
      waiting: null,
      answers: {},
      edits: {}, setAside: null,
      ...changes,
    },
  };
  await store.create(paths.lease(runId), toLeaseData(lease));
}

export const asker = (now = Date.now()) => ({ owner: "w2", now, isAlone: false });

/** A lease whose worker is silent is taken by the store's clock alone, however wrong the others are. */
export async function expectSilentIsTaken({ store, until }: Lab): Promise<void> {
  const leases = createLeases(store);
  for (const runId of ["beating", "silent", "asked"])
    await addLease(store, runId, { beatAt: Date.now() - tenMinutes });
  let [beatAge, askedAge] = [0, 0];
  const early: unknown[] = [];
  await until(async () => {
    const ages = await Promise.all(
      ["beating", "silent", "asked"].map(async (runId) => (await leases.find(runId))?.ageMs ?? 0),
    );
    const [beating = 0, silent = 0, asked = 0] = ages;
    if (beating > heartbeatMs) await leases.beat("beating", 1, Date.now() - tenMinutes);
    if (beating > heartbeatMs) beatAge += 1;
    // In the middle of its silence.
    if (asked > heartbeatMs && askedAge < 2)
      await (askedAge++ === 0
        ? leases.askToStop("asked")
        : leases.steer("asked", { id: "s1", text: "Faster" }, Date.now()));
    if (silent < leaseMs - 1_000)
      for (const now of [-tenMinutes, 0, tenMinutes])
        early.push(await leases.take("silent", asker(Date.now() + now)));
    return silent > leaseMs;
  });
  expect(new Set(early)).toEqual(new Set([null]));
  expect([beatAge > 1, askedAge]).toEqual([true, 2]);
  expect(await leases.take("beating", asker(Date.now() + tenMinutes))).toBeNull();
  const taken = await leases.take("silent", asker(Date.now() - tenMinutes));
  expect(taken?.lease).toMatchObject({ owner: "w2", epoch: 2, isReleased: false });
  // It was made a moment after the other; words for a dead worker are no sign of life.
  await until(async () => ((await leases.find("asked"))?.ageMs ?? 0) > leaseMs);
  expect((await leases.take("asked", asker()))?.lease).toMatchObject({
    epoch: 2,
    isStopAsked: true,
    steers: { s1: { text: "Faster" } },
  });
  expect((await leases.find("silent"))?.ageMs).toBeLessThan(leaseMs / 2);
  expect(await leases.take("silent", asker())).toBeNull();
}
