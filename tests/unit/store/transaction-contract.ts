import { expect, it } from "vitest";
import { AppError } from "@/lib/errors";
import type { Store } from "@/lib/store/store";

/** How every driver keeps what belongs together together. */
export function describeTransactions(get: () => Store): void {
  it("saves what a transaction writes and gives back its answer", async () => {
    await get().set("users/u1", { n: 1 });
    const answer = await get().transaction(async (tx) => {
      const [one, none] = await tx.findMany(["users/u1", "users/u2"]);
      tx.update("users/u1", { n: 2 });
      tx.create("users/u2", { from: one?.data["n"] ?? null });
      return none;
    });
    expect(answer).toBeNull();
    expect((await get().findMany(["users/u1", "users/u2"])).map((each) => each?.data)).toEqual([{ n: 2 }, { from: 1 }]);
  });

  it("writes nothing when its work fails", async () => {
    const failing = get().transaction(async (tx) => {
      tx.set("users/u1", {});
      throw new AppError("quota_exhausted", "No more.");
    });
    await expect(failing).rejects.toMatchObject({ code: "quota_exhausted" });
    expect(await get().find("users/u1")).toBeNull();
  });

  it("writes nothing when one of its writes fails", async () => {
    await get().set("users/there", {});
    const failing = get().transaction(async (tx) => {
      tx.set("users/u1", {});
      tx.create("users/there", {});
    });
    await expect(failing).rejects.toMatchObject({ code: "already_exists" });
    expect(await get().find("users/u1")).toBeNull();
  });

  it("runs again when what it read was changed meanwhile", async () => {
    await get().set("users/u1", { n: 1 });
    let attempts = 0;
    await get().transaction(async (tx) => {
      attempts += 1;
      const n = (await tx.find("users/u1"))?.data["n"];
      if (attempts === 1) await get().set("users/u1", { n: 10 });
      tx.set("users/u2", { n: n ?? null });
    });
    expect(attempts).toBe(2);
    expect((await get().find("users/u2"))?.data).toEqual({ n: 10 });
  });

  it("runs again when what it found missing was created meanwhile", async () => {
    let attempts = 0;
    const found = await get().transaction(async (tx) => {
      attempts += 1;
      const document = await tx.find("users/u1");
      if (attempts === 1) await get().create("users/u1", {});
      tx.set("users/u2", {});
      return document !== null;
    });
    expect({ found, attempts }).toEqual({ found: true, attempts: 2 });
  });

  it("runs again when a document joined what it listed", async () => {
    let attempts = 0;
    await get().transaction(async (tx) => {
      attempts += 1;
      const { documents } = await tx.list({ collection: "users", limit: 10 });
      if (attempts === 1) await get().set("users/u1", {});
      tx.set("counts/users", { n: documents.length });
    });
    expect((await get().find("counts/users"))?.data).toEqual({ n: 1 });
  });

  it("gives up after five attempts with a conflict and writes nothing", async () => {
    let attempts = 0;
    const losing = get().transaction(async (tx) => {
      attempts += 1;
      await tx.find("users/u1");
      await get().set("users/u1", { attempts });
      tx.set("users/u2", {});
    });
    await expect(losing).rejects.toMatchObject({ code: "conflict" });
    expect(attempts).toBe(5);
    expect(await get().find("users/u2")).toBeNull();
  });

  it("loses no update when many transactions want the same document", async () => {
    await get().set("users/u1", { n: 0 });
    const add = (): Promise<void> =>
      get().transaction(async (tx) => {
        const n = (await tx.find("users/u1"))?.data["n"];
        tx.set("users/u1", { n: Number(n) + 1 });
      });
    await Promise.all(Array.from({ length: 20 }, add));
    expect((await get().find("users/u1"))?.data).toEqual({ n: 20 });
  });

  it("refuses to read after it has written", async () => {
    const wrong = get().transaction(async (tx) => {
      tx.set("users/u1", {});
      return tx.find("users/u1");
    });
    await expect(wrong).rejects.toMatchObject({ code: "internal" });
  });
}
