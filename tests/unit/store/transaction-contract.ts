import { expect, it } from "vitest";
import { AppError } from "@/lib/errors";
import { increment, type Store } from "@/lib/store/store";

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
    expect((await get().findMany(["users/u1", "users/u2"])).map((each) => each?.data)).toEqual([
      { n: 2 },
      { from: 1 },
    ]);
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

  it("runs again when what it only read was changed, and writes nothing of the first attempt", async () => {
    await get().set("users/u1", { n: 1 });
    let attempts = 0;
    await get().transaction(async (tx) => {
      attempts += 1;
      await tx.findMany(["users/u1", "users/none"]);
      if (attempts === 1) await get().delete("users/u1");
      tx.create(`users/attempt${attempts}`, {});
    });
    expect((await get().list({ collection: "users", limit: 9 })).documents.map(({ id }) => id)).toEqual([
      "attempt2",
    ]);
  });

  it("saves nothing that rests on reads of different moments", async () => {
    await get().batch([
      { kind: "set", path: "users/a", data: { n: 1 } },
      { kind: "set", path: "users/b", data: { n: 1 } },
    ]);
    const seen: unknown[] = [];
    await get().transaction(async (tx) => {
      const a = await tx.find("users/a");
      if (seen.length === 0) {
        await get().batch([
          { kind: "set", path: "users/a", data: { n: 2 } },
          { kind: "set", path: "users/b", data: { n: 2 } },
        ]);
      }
      const [b, page] = await Promise.all([tx.find("users/b"), tx.list({ collection: "users", limit: 5 })]);
      seen.push([a, b, ...page.documents].map((each) => each?.data["n"]));
      tx.set("users/c", {});
    });
    expect(seen.at(-1)).toEqual([2, 2, 2, 2]);
    expect((await get().find("users/c"))?.data).toEqual({});
  });

  it("fails at once over what it could not do without anybody else either", async () => {
    await get().set("users/there", {});
    let attempts = 0;
    const work = (write: "create" | "update", path: string) =>
      get().transaction(async (tx) => {
        attempts += 1;
        await tx.find(path);
        tx[write](path, { n: 1 });
      });
    await expect(work("create", "users/there")).rejects.toMatchObject({ code: "already_exists" });
    await expect(work("update", "users/none")).rejects.toMatchObject({ code: "not_found" });
    expect(attempts).toBe(2);
  });

  it("changes, deletes and makes again what it read", async () => {
    await get().batch(["a", "b"].map((id) => ({ kind: "set", path: `users/${id}`, data: { n: 1 } })));
    await get().transaction(async (tx) => {
      await tx.findMany(["users/a", "users/b", "users/c", "users/d"]);
      tx.update("users/a", { n: increment(1) });
      tx.update("users/a", { n: increment(1) });
      tx.delete("users/b");
      tx.create("users/b", { n: 9 });
      tx.set("users/c", { n: 4 });
      tx.delete("users/d");
    });
    const found = await get().findMany(["users/a", "users/b", "users/c", "users/d"]);
    expect(found.map((each) => each?.data["n"] ?? null)).toEqual([3, 9, 4, null]);
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
