import { describe, expect, it } from "vitest";
import type { PrefixFilter, DocumentData, Filter, Query, Store } from "@/lib/store/store";

const collection = "users/u1/things";

/**
 * How every driver finds documents by what a list of theirs holds: one that has an index in the embedded
 * store, and one that has none.
 */
export function describeLists(get: () => Store): void {
  describe.each(["terms", "tags"])("the values of the list %s", (field) => {
    const has = (value: Filter["value"]): Filter => ({ field, op: "has", value });
    async function fill(documents: Record<string, DocumentData>): Promise<void> {
      await get().batch(
        Object.entries(documents).map(([id, data]) => ({ kind: "set", path: `${collection}/${id}`, data })),
      );
    }
    async function listIds(value: Filter["value"], query: Partial<Query> = {}): Promise<string[]> {
      return (await get().list({ collection, where: [has(value)], limit: 50, ...query })).documents.map(
        ({ id }) => id,
      );
    }

    it("lead to the documents of one collection that hold one of them, whole and of its type", async () => {
      await fill({
        a: { [field]: ["red", "green"] },
        b: { [field]: ["reddish", "1"] },
        c: { [field]: ["red", "red", 1, true, null, ["blue"]] },
      });
      await fill({
        text: { [field]: "red" },
        object: { [field]: { 0: "red" } },
        none: {},
        empty: { [field]: [] },
      });
      await get().set("users/u2/things/x", { [field]: ["red"] });
      await get().set(`${collection}/a/parts/p`, { [field]: ["red"] });
      expect([
        await listIds("red"),
        await listIds("1"),
        await listIds(1),
        await listIds(true),
        await listIds("blue"),
      ]).toEqual([["a", "c"], ["b"], ["c"], ["c"], []]);
    });

    it("take any text", async () => {
      const values = ["", "机器", "x' OR 1=1", '"', "*", "a b", "NOT", "é", "🧭", "w".repeat(1_000)];
      await fill(Object.fromEntries(values.map((value, index) => [`d${index}`, { [field]: [value] }])));
      for (const [index, value] of values.entries()) expect(await listIds(value)).toEqual([`d${index}`]);
    });

    it.each([20, 700])(
      "lead to %d documents a page at a time, in the order of a field, within a range and beside what is equal",
      async (count) => {
        await fill(
          Object.fromEntries(
            Array.from({ length: count }, (_, n) => [
              `d${n}`,
              { [field]: n % 7 === 0 ? ["seventh", "any"] : ["any"], at: n, conversationId: `c${n % 2}` },
            ]),
          ),
        );
        const newest = { orderBy: { field: "at", direction: "desc" } } as const;
        const first = await get().list({ collection, where: [has("any")], ...newest, limit: 3 });
        const second = await get().list({
          collection,
          where: [has("any")],
          ...newest,
          limit: 3,
          cursor: first.cursor ?? "",
        });
        expect([...first.documents, ...second.documents].map(({ data }) => data["at"])).toEqual(
          Array.from({ length: 6 }, (_, n) => count - 1 - n),
        );
        const early: Filter[] = [
          has("seventh"),
          { field: "at", op: "<", value: 15 },
          { field: "conversationId", op: "==", value: "c0" },
        ];
        expect(
          (await get().list({ collection, where: early, ...newest, limit: 9 })).documents.map(({ id }) => id),
        ).toEqual(["d14", "d0"]);
        const odd = Array.from({ length: count / 2 }, (_, n) => `d${2 * n + 1}`).toSorted();
        expect(
          await listIds("any", {
            where: [has("any"), { field: "conversationId", op: "==", value: "c1" }],
            limit: 2,
          }),
        ).toEqual(odd.slice(0, 2));
      },
    );

    it("are found by how they begin, or whole, in the order of a field, within a range and beside another value, a page at a time", async () => {
      const terms = (n: number) => [
        n % 3 === 0 ? `zeppelin${n}` : n % 3 === 1 ? "zep" : "steamer",
        n % 2 === 0 ? "even" : "odd",
      ];
      await fill(
        Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`d${n}`, { [field]: terms(n), at: n }])),
      );
      const find = async (beginning: PrefixFilter, where: Filter[] = []) => {
        const found: number[] = [];
        for (let cursor: string | null | undefined; cursor !== null;) {
          const page = await get().list({
            collection,
            where,
            beginning,
            orderBy: { field: "at", direction: "desc" },
            limit: 7,
            cursor,
          });
          found.push(...page.documents.map(({ data }) => Number(data["at"])));
          cursor = page.cursor;
        }
        return found;
      };
      const downFrom = (least: number, most: number, keep: (n: number) => boolean) =>
        Array.from({ length: most - least + 1 }, (_, n) => most - n).filter(keep);
      expect(await find({ field, text: "zepp", or: [], without: [] })).toEqual(
        downFrom(0, 39, (n) => n % 3 === 0),
      );
      expect(await find({ field, text: "zepp", or: ["zep"], without: [] })).toEqual(
        downFrom(0, 39, (n) => n % 3 < 2),
      );
      expect(
        await find({ field, text: "zep", or: [], without: [] }, [
          { field: "at", op: "<", value: 20 },
          has("even"),
        ]),
      ).toEqual(downFrom(0, 19, (n) => n % 3 < 2 && n % 2 === 0));
      expect(await find({ field, text: "z", or: ["even"], without: ["zep", "zeppelin3"] })).toEqual(
        downFrom(0, 39, (n) => n % 3 !== 1 && (n % 3 === 0 || n % 2 === 0) && n !== 3),
      );
      expect(await find({ field, text: "eppelin", or: [], without: [] })).toEqual([]);
    });

    it("are found by the beginning of any text, and of texts alone", async () => {
      await fill({
        a: { [field]: ["机器人", '"x* OR', "🧭rose", 12, true, ["nest"]] },
        b: { [field]: "机器人" },
      });
      await get().set("users/u2/things/x", { [field]: ["机器人"] });
      const find = async (text: string) =>
        (
          await get().list({ collection, beginning: { field, text, or: [], without: [] }, limit: 9 })
        ).documents.map(({ id }) => id);
      expect(await Promise.all(["机", "机器", '"x*', "🧭", "1", "t", "nest", "器"].map(find))).toEqual([
        ["a"],
        ["a"],
        ["a"],
        ["a"],
        [],
        [],
        [],
        [],
      ]);
      await expect(find("")).rejects.toMatchObject({ code: "invalid_request" });
      await expect(find("x".repeat(201))).rejects.toMatchObject({ code: "invalid_request" });
    });

    it("follow every change of the document", async () => {
      const path = `${collection}/a`;
      const found = async () => [await listIds("old"), await listIds("new")].map((ids) => ids.length);
      await get().set(path, { [field]: ["old"] });
      await expect(get().create(path, { [field]: ["new"] })).rejects.toMatchObject({
        code: "already_exists",
      });
      expect(await found()).toEqual([1, 0]);
      await get().update(path, { [field]: ["new"] });
      expect(await found()).toEqual([0, 1]);
      await get().merge(path, { other: 1 });
      expect(await found()).toEqual([0, 1]);
      await get().set(path, {});
      expect(await found()).toEqual([0, 0]);
      await get().merge(path, { [field]: ["old"] });
      await get().delete(path);
      await get().set(path, { [field]: ["new"] });
      expect(await found()).toEqual([0, 1]);
      await get().deleteTree("users/u1");
      await get().set(path, { other: 1 });
      expect(await found()).toEqual([0, 0]);
    });

    it("stay as they were when a batch fails or a transaction gives up", async () => {
      await get().set(`${collection}/a`, { [field]: ["old"] });
      const bad = get().batch([
        { kind: "set", path: `${collection}/a`, data: { [field]: ["new"] } },
        { kind: "create", path: `${collection}/a`, data: {} },
      ]);
      await expect(bad).rejects.toMatchObject({ code: "already_exists" });
      expect([await listIds("old"), await listIds("new")]).toEqual([["a"], []]);
    });

    it("can be asked for in a transaction", async () => {
      await fill({ a: { [field]: ["red"] }, b: { [field]: ["green"] } });
      const found = await get().transaction(async (tx) => {
        const page = await tx.list({ collection, where: [has("red")], limit: 5 });
        for (const { path } of page.documents) tx.update(path, { [field]: ["green"] });
        return page.documents.length;
      });
      expect([found, await listIds("green")]).toEqual([1, ["a", "b"]]);
    });

    it("are asked for one at a time, not null, and not ordered by", async () => {
      const refused = { code: "invalid_request" };
      await expect(listIds("a", { where: [has("a"), has("b")] })).rejects.toMatchObject(refused);
      await expect(listIds(null)).rejects.toMatchObject(refused);
      await expect(listIds("a", { orderBy: { field, direction: "asc" } })).rejects.toMatchObject(refused);
      await expect(listIds("a", { where: [has("a"), { field, op: ">", value: "a" }] })).rejects.toMatchObject(
        refused,
      );
    });
  });
}
