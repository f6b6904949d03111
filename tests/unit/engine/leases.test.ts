import { describe, expect, it, onTestFinished } from "vitest";
import { createLeases, leaseMs } from "@/lib/engine/records/leases";
import { paths } from "@/lib/data/paths";
import type { Store } from "@/lib/store/store";
import { addLease, asker, expectSilentIsTaken, labs, openEmbeddedLab, tenMinutes } from "./lease-lab";

const silence =
  "is taken when its worker was silent by the store's clock, whatever the clocks of those say who ask, and whatever the person asks of it";

it(`a lease ${silence}`, async () => expectSilentIsTaken(await openEmbeddedLab()));

describe.each(labs)("a lease, in $name", ({ open }) => {
  it("is taken by one of many who ask at once", async () => {
    const { store } = await open();
    const leases = createLeases(store);
    await addLease(store, "r1");
    await leases.release("r1", 1);
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) => leases.take("r1", { ...asker(), owner: `w${index}` })),
    );
    expect(results.filter((taken) => taken !== null)).toHaveLength(1);
    expect((await leases.find("r1"))?.lease.epoch).toBe(2);
  });

  it("is taken at once when it was let go, which only its worker can", async () => {
    const { store } = await open();
    const leases = createLeases(store);
    await addLease(store, "r1");
    await leases.release("r1", 7);
    expect(await leases.take("r1", asker())).toBeNull();
    await leases.release("r1", 1);
    expect((await leases.take("r1", asker()))?.lease).toMatchObject({ epoch: 2, isReleased: false });
    await leases.release("r1", 1);
    expect(await leases.take("r1", asker())).toBeNull();
  });

  it("is kept alive by its own worker only, and by nobody when it is over", async () => {
    const { store } = await open();
    const leases = createLeases(store);
    await addLease(store, "r1");
    await addLease(store, "over", { endedAt: 1 });
    await leases.take("r1", { ...asker(), isAlone: true });
    expect([
      await leases.beat("r1", 1, Date.now()),
      await leases.beat("r1", 2, Date.now()),
      await leases.beat("over", 1, Date.now()),
    ]).toEqual([false, true, false]);
  });

  it("counts workers that died, not those that let go", async () => {
    const { store } = await open();
    const leases = createLeases(store);
    await addLease(store, "r1");
    await leases.release("r1", 1);
    expect((await leases.take("r1", asker()))?.lease).toMatchObject({ epoch: 2, crashes: 0 });
    expect((await leases.take("r1", { ...asker(), isAlone: true }))?.lease).toMatchObject({
      epoch: 3,
      crashes: 1,
    });
  });

  it("that nobody can read counts as gone", async () => {
    const { store } = await open();
    await store.create(paths.lease("r1"), { userId: "u1", beatAt: 0 });
    const leases = createLeases(store);
    expect([
      await leases.find("r1"),
      await leases.take("r1", asker()),
      await leases.listSilent(Date.now(), 10),
    ]).toEqual([null, null, []]);
  });

  it("is taken at once where no other process can be, and never when the reply is over or gone", async () => {
    const { store } = await open();
    const leases = createLeases(store);
    await addLease(store, "r1");
    await addLease(store, "over", { endedAt: 1, isReleased: true });
    const alone = { ...asker(), isAlone: true };
    expect((await leases.take("r1", alone))?.lease.epoch).toBe(2);
    expect([await leases.take("over", alone), await leases.take("gone", alone)]).toEqual([null, null]);
    expect([
      await leases.beat("gone", 1, 1),
      await leases.askToStop("gone"),
      await leases.steer("gone", { id: "s", text: "x" }, 1),
    ]).toEqual([false, false, false]);
  });

  it("is told to whoever watches it: what is asked, a new worker, and that it is gone", async () => {
    const { store } = await open();
    const leases = createLeases(store);
    await addLease(store, "r1");
    const told: string[] = [];
    const unwatch = leases.watch("r1", (held) =>
      told.push(
        held === null
          ? "gone"
          : `${held.lease.epoch} ${held.lease.isStopAsked} ${Object.keys(held.lease.steers).join()}`,
      ),
    );
    onTestFinished(unwatch);
    const toldLast = () => expect.poll(() => told.at(-1));
    await toldLast().toBe("1 false ");
    await leases.steer("r1", { id: "s1", text: "Faster" }, 1);
    await toldLast().toBe("1 false s1");
    await leases.askToStop("r1");
    await toldLast().toBe("1 true s1");
    await leases.take("r1", { ...asker(), isAlone: true });
    await toldLast().toBe("2 true s1");
    await leases.delete("r1");
    await toldLast().toBe("gone");
  });
});

describe.each(labs)("the leases of silent workers, in $name", ({ open }) => {
  const listIds = async (store: Store, aheadMs = 0, limit = 200) => {
    const now = () => Date.now() + aheadMs;
    return (await createLeases(store, now).listSilent(now() - leaseMs, limit)).map(({ runId }) => runId);
  };

  it("are listed from the longest silent on, those that ended and were let go among them, as many as asked for", async () => {
    const { store } = await open();
    const now = Date.now();
    await addLease(store, "new", { beatAt: now });
    await addLease(store, "old", { beatAt: now - 20_000 });
    await addLease(store, "oldest", { beatAt: now - 60_000, endedAt: 1 });
    await addLease(store, "free", { beatAt: now });
    await createLeases(store).release("free", 1);
    expect(await listIds(store)).toEqual(["free", "oldest", "old"]);
    expect(await listIds(store, 0, 2)).toEqual(["free", "oldest"]);
  });

  it.each([-tenMinutes, tenMinutes])(
    "are the same for an instance whose clock is %i ms off",
    async (aheadMs) => {
      const { store } = await open();
      const now = Date.now();
      await addLease(store, "new", { beatAt: now });
      await addLease(store, "old", { beatAt: now - 20_000 });
      expect(await listIds(store, aheadMs)).toEqual(["old"]);
    },
  );

  it.each([-tenMinutes, tenMinutes])(
    "are found when the worker's own clock was %i ms off, before its first heartbeat and after",
    async (aheadMs) => {
      const { store } = await open();
      const worker = createLeases(store, () => Date.now() + aheadMs);
      for (const runId of ["begun", "beating"])
        await addLease(store, runId, { beatAt: Date.now() + aheadMs });
      await worker.find("beating");
      await worker.beat("beating", 1, Date.now() + aheadMs);
      expect(Math.abs(((await worker.find("beating"))?.lease.beatAt ?? 0) - Date.now())).toBeLessThan(5_000);
      expect(await listIds(store)).toEqual(["begun"]);
    },
  );
});
