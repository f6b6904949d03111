import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/errors";
import { type EmbeddedStore, openEmbeddedStore } from "@/lib/store/embedded";
import type { Transaction } from "@/lib/store/store";
import { makeTemporaryFolder } from "@/tests/support/temporary-folder";

const many = 100;
const open = () => openEmbeddedStore({ dataDir: makeTemporaryFolder() });

/** Transactions that all read and change one document, begun in the same moment. */
function collide<T>(
  store: EmbeddedStore,
  work: (tx: Transaction, n: number, index: number) => Promise<T> | T,
): Promise<PromiseSettledResult<T>[]> {
  const change = (index: number) =>
    store.transaction(async (tx) => {
      const n = Number((await tx.find("users/u1"))?.data["n"] ?? 0);
      tx.set("users/u1", { n: n + 1 });
      return work(tx, n, index);
    });
  return Promise.allSettled(Array.from({ length: many }, (_, index) => change(index)));
}

describe("transactions of the embedded store that meet in one document", () => {
  it("all happen, each after another one, in a few commits", async () => {
    const store = await open();
    let commits = 0;
    store.watch("users/u1", () => void (commits += 1));
    const results = await collide(store, (_tx, n) => n);
    expect(new Set(results.map((result) => (result.status === "fulfilled" ? result.value : null))).size).toBe(
      many,
    );
    expect((await store.find("users/u1"))?.data).toEqual({ n: many });
    expect(commits).toBeLessThan(many / 5);
    await store.close();
  });

  it("fail alone where one of them cannot be", async () => {
    const store = await open();
    await store.set("users/taken", {});
    const results = await collide(store, (tx, _n, index) => {
      if (index === 10) throw new AppError("quota_exhausted", "No more.");
      tx.create(index === 20 ? "users/taken" : `users/made${index}`, { index });
    });
    const codes = results.map((result) =>
      result.status === "rejected" ? (result.reason as AppError).code : null,
    );
    expect(codes.filter((code) => code !== null)).toEqual(["quota_exhausted", "already_exists"]);
    expect((await store.find("users/u1"))?.data).toEqual({ n: many - 2 });
    expect(await store.find("users/made10")).toBeNull();
    expect((await store.find("users/made99"))?.data).toEqual({ index: 99 });
    await store.close();
  });

  it("see in a page what those before them wrote", async () => {
    const store = await open();
    const counts = await Promise.all(
      Array.from({ length: many }, (_, index) =>
        store.transaction(async (tx) => {
          const { documents } = await tx.list({ collection: "users", limit: 500 });
          tx.create(`users/u${index}`, {});
          return documents.length;
        }),
      ),
    );
    expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: many }, (_, index) => index));
    await store.close();
  });

  it("do not see what was changed and deleted in ways that are not theirs", async () => {
    const store = await open();
    await store.set("users/other", { n: 0, kept: "yes" });
    await collide(store, async (tx, _n, index) => {
      if (index === 50) tx.delete("users/other");
      else tx.merge("users/other", { n: index });
    });
    expect((await store.find("users/other"))?.data).toEqual({ n: many - 1 });
    await store.close();
  });

  it("may hold another transaction inside", async () => {
    const store = await open();
    const inner = () =>
      store.transaction(async (tx) => {
        const n = Number((await tx.find("users/u2"))?.data["n"] ?? 0);
        tx.set("users/u2", { n: n + 1 });
      });
    const results = await Promise.allSettled(
      Array.from({ length: 3 }, () =>
        store.transaction(async (tx) => {
          const n = Number((await tx.find("users/u1"))?.data["n"] ?? 0);
          await inner();
          tx.set("users/u1", { n: n + 1 });
        }),
      ),
    );
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
    expect((await store.find("users/u1"))?.data).toEqual({ n: 3 });
    await store.close();
  });
});
