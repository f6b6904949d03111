import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createRecords } from "@/lib/data/record";
import { AppError } from "@/lib/errors";
import type { Store } from "@/lib/store/store";
import { bothStores } from "@/tests/support/both-stores";

const create = (store: Store, skipsUnreadable = false) =>
  createRecords(store, {
    ...{ noun: "buoy", collection: (owner: string) => `users/${owner}/buoys`, most: 3, skipsUnreadable },
    schema: z.object({ name: z.string() }),
    tooMany: () => new AppError("too_large", "There can be 3 buoys."),
    order: (a, b) => a.name.localeCompare(b.name),
  });

describe.each(bothStores)("records in $name", ({ openStore }) => {
  it("are an owner's alone, in their order, without their ids in what is stored", async () => {
    const store = await openStore();
    const buoys = create(store);
    for (const name of ["b", "a"]) await buoys.create("ada", { id: `id-${name}`, name });
    expect((await buoys.list("ada")).map(({ id }) => id)).toEqual(["id-a", "id-b"]);
    expect((await store.find("users/ada/buoys/id-a"))?.data).toEqual({ name: "a" });
    expect([await buoys.list("eve"), await buoys.find("eve", "id-a")]).toEqual([[], null]);
  });

  it("say which kind is missing, wherever one is asked for, changed or deleted", async () => {
    const buoys = create(await openStore());
    const missing = { code: "not_found", message: "This buoy does not exist." };
    const change = () => buoys.change("ada", "x", (it) => it);
    const acts = [() => buoys.get("ada", "x"), change, () => buoys.delete("ada", "x")];
    for (const act of acts) await expect(act()).rejects.toMatchObject(missing);
  });

  it("change whole, and not at all where the same comes back", async () => {
    const store = await openStore();
    const buoys = create(store);
    const first = await buoys.create("ada", { id: "x", name: "a" });
    expect(await buoys.change("ada", "x", (it) => ({ ...it, name: "b" }))).toEqual({ id: "x", name: "b" });
    const { version } = (await store.find("users/ada/buoys/x")) ?? {};
    await buoys.change("ada", "x", (it) => it);
    expect((await store.find("users/ada/buoys/x"))?.version).toBe(version);
    expect(first).toEqual({ id: "x", name: "a" });
  });

  it("are counted and read before they are written, several in one transaction", async () => {
    const store = await openStore();
    const buoys = create(store);
    const add = (ids: string[]) =>
      store.transaction(async (tx) => {
        const own = buoys.in(tx, "ada");
        await own.checkRoom(ids.length);
        for (const id of ids) own.put({ id, name: id });
      });
    await add(["a", "b"]);
    await expect(add(["c", "d"])).rejects.toMatchObject({ code: "too_large" });
    await add(["c"]);
    await expect(buoys.create("ada", { id: "d", name: "d" })).rejects.toMatchObject({ code: "too_large" });
    expect(await buoys.list("ada")).toHaveLength(3);
  });

  it("that cannot be read are refused aloud, or count as none where the kind says so", async () => {
    const store = await openStore();
    await store.set("users/ada/buoys/x", { name: 7 });
    const [loud, quiet] = [create(store), create(store, true)];
    for (const read of [() => loud.list("ada"), () => loud.find("ada", "x")])
      await expect(read()).rejects.toThrow();
    expect([await quiet.list("ada"), await quiet.find("ada", "x")]).toEqual([[], null]);
  });
});
