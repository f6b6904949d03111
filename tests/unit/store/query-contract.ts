import { describe, expect, it } from "vitest";
import type { DocumentData, Filter, Json, Query, Scalar, Store, StoredDocument } from "@/lib/store/store";

const collection = "users/u1/things";

/** How every driver answers `list`. */
export function describeQueries(get: () => Store): void {
  async function fill(documents: Record<string, DocumentData>): Promise<void> {
    await get().batch(
      Object.entries(documents).map(([id, data]) => ({ kind: "set", path: `${collection}/${id}`, data })),
    );
  }
  async function listIds(query: Omit<Query, "collection">): Promise<string[]> {
    return (await get().list({ collection, ...query })).documents.map(({ id }) => id);
  }

  it("lists one collection by id, not those below it or beside it", async () => {
    await fill({ b: {}, a: {}, C: {}, "a-": {} });
    await get().set("users/u1/things/a/parts/p", {});
    await get().set("users/u10/things/x", {});
    expect(await listIds({ limit: 10 })).toEqual(["C", "a", "a-", "b"]);
  });

  it("lists the collections of one name together, in pages and within a range", async () => {
    const set = (path: string, startedAt: number) => get().set(path, { startedAt });
    await set("users/u1/runs/a", 1);
    await set("users/u2/runs/a", 2);
    await set("users/u2/runs/b", 2);
    await set("users/u3/runs/c", 3);
    await set("users/u3/reruns/d", 4);
    await set("users/u3/runs/c/parts/p", 5);
    const query = {
      collection: "~runs",
      orderBy: { field: "startedAt", direction: "desc" },
      where: [{ field: "startedAt", op: ">=", value: 2 }],
      limit: 1,
    } as const satisfies Query;
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await get().list({ ...query, where: [...query.where], ...(cursor && { cursor }) });
      seen.push(...page.documents.map(({ path }) => path));
      ({ cursor } = page);
    } while (cursor !== null);
    expect(seen[0]).toBe("users/u3/runs/c");
    expect(seen.slice(1).toSorted()).toEqual(["users/u2/runs/a", "users/u2/runs/b"]);
    for (const refused of [
      { collection: "~runs", limit: 1 },
      { ...query, where: [{ field: "x", op: "==", value: 1 } as const] },
    ])
      await expect(get().list(refused)).rejects.toMatchObject({ code: "invalid_request" });
  });

  it.each(["seq", "plain", "deep.er"])(
    "orders by %s, equal ones by id, and leaves out documents without it",
    async (field) => {
      const at = (value: Json): DocumentData =>
        field === "deep.er" ? { deep: { er: value } } : { [field]: value };
      await fill({
        ten: at(10),
        nine: at(9),
        b: at(9.5),
        a: at(9.5),
        negative: at(-1),
        none: { other: 1 },
        half: { deep: 1 },
      });
      const ascending = ["negative", "nine", "a", "b", "ten"];
      expect(await listIds({ orderBy: { field, direction: "asc" }, limit: 10 })).toEqual(ascending);
      expect(await listIds({ orderBy: { field, direction: "desc" }, limit: 10 })).toEqual(
        ascending.toReversed(),
      );
    },
  );

  it.each(["seq", "plain"])(
    "orders types in %s: null, booleans, numbers, strings, and leaves out lists and objects",
    async (field) => {
      const values: Json[] = [
        null,
        false,
        true,
        -1e300,
        -2,
        -0.5,
        0,
        5e-324,
        3,
        2 ** 60,
        "",
        "10",
        "9",
        "a",
        "é",
        "｡",
        "🧭",
      ];
      const unordered: Json[] = [[], [1], ["a"], [[]], {}, { a: 1 }, { "": 1 }];
      await fill(
        Object.fromEntries(
          [...values, ...unordered].map((value, n) => [`d${(97 * n) % 1000}`, { [field]: value }]),
        ),
      );
      for (const direction of ["asc", "desc"] as const) {
        const { documents } = await get().list({ collection, orderBy: { field, direction }, limit: 50 });
        expect(documents.map(({ data }) => data[field])).toEqual(
          direction === "asc" ? values : values.toReversed(),
        );
      }
    },
  );

  it("pages through everything once, with ties, in both directions", async () => {
    await fill(
      Object.fromEntries(
        Array.from({ length: 23 }, (_, n) => [`d${n}`, { seq: n % 4, plain: n % 3 === 0 ? null : n }]),
      ),
    );
    for (const field of ["seq", "plain", null]) {
      for (const direction of ["asc", "desc"] as const) {
        const order = field === null ? {} : { orderBy: { field, direction } };
        const whole = await listIds({ ...order, limit: 100 });
        expect(await listPaged(get(), { collection, ...order, limit: 5 })).toEqual(whole);
        expect(whole).toHaveLength(23);
      }
    }
  });

  it("goes on at the same place when documents come and go between pages", async () => {
    await fill({ a: { seq: 1 }, b: { seq: 2 }, c: { seq: 3 }, d: { seq: 4 } });
    const orderBy = { field: "seq", direction: "desc" } as const;
    const first = await get().list({ collection, orderBy, limit: 2 });
    await fill({ e: { seq: 5 }, bc: { seq: 2.5 } });
    await get().delete(`${collection}/c`);
    const second = await get().list({ collection, orderBy, limit: 2, cursor: first.cursor ?? "" });
    expect(first.documents.map(({ id }) => id)).toEqual(["d", "c"]);
    expect(second.documents.map(({ id }) => id)).toEqual(["bc", "b"]);
  });

  it("gives no cursor on the last page, also when it is full or empty", async () => {
    await fill({ a: {}, b: {} });
    expect((await get().list({ collection, limit: 2 })).cursor).toBeNull();
    expect((await get().list({ collection: "nothing", limit: 2 })).cursor).toBeNull();
    expect((await get().list({ collection, limit: 1 })).cursor).not.toBeNull();
  });

  const operators: [Filter["op"], string[]][] = [
    ["==", ["two"]],
    ["<", ["one"]],
    ["<=", ["one", "two"]],
    [">", ["three"]],
    [">=", ["two", "three"]],
  ];
  it.each(operators)("compares numbers with %s, and numbers only", async (op, ids) => {
    await fill({
      one: { seq: 1 },
      two: { seq: 2 },
      three: { seq: 3 },
      text: { seq: "2" },
      yes: { seq: true },
      no: { seq: null },
      none: {},
    });
    const found = await listIds({ where: [{ field: "seq", op, value: 2 }], limit: 10 });
    expect(new Set(found)).toEqual(new Set(ids));
  });

  it("orders a range without an order by the range's field", async () => {
    await fill({ a: { seq: 3 }, b: { seq: 2 }, c: { seq: 1 }, d: { seq: 2 } });
    expect(await listIds({ where: [{ field: "seq", op: ">", value: 1 }], limit: 10 })).toEqual([
      "b",
      "d",
      "a",
    ]);
  });

  it("finds what lies between two bounds and equals a third, a page at a time", async () => {
    await fill(
      Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`d${n}`, { seq: n, even: n % 2 === 0 }])),
    );
    const where: Filter[] = [
      { field: "even", op: "==", value: true },
      { field: "seq", op: ">=", value: 4 },
      { field: "seq", op: "<", value: 11 },
    ];
    const found = await listPaged(get(), {
      collection,
      where,
      orderBy: { field: "seq", direction: "desc" },
      limit: 2,
    });
    expect(found).toEqual(["d10", "d8", "d6", "d4"]);
  });

  it("refuses a range over another field than the one that is ordered by", async () => {
    const range = (field: string): Filter => ({ field, op: ">", value: 1 });
    const refused = { code: "invalid_request" };
    await expect(
      listIds({ where: [range("a")], orderBy: { field: "b", direction: "asc" }, limit: 1 }),
    ).rejects.toMatchObject(refused);
    await expect(listIds({ where: [range("a"), range("b")], limit: 1 })).rejects.toMatchObject(refused);
  });

  it("keeps a missing field apart from null", async () => {
    await fill({ missing: {}, empty: { a: null }, zero: { a: 0 }, no: { a: false } });
    expect(await listIds({ where: [{ field: "a", op: "==", value: null }], limit: 10 })).toEqual(["empty"]);
  });

  it("treats a value as a value", async () => {
    await fill({ a: { name: "x' OR 1=1 --" }, b: { name: "%" } });
    expect(await listIds({ where: [{ field: "name", op: "==", value: "x' OR 1=1 --" }], limit: 10 })).toEqual(
      ["a"],
    );
    expect(await listIds({ where: [{ field: "name", op: "==", value: "_" }], limit: 10 })).toEqual([]);
  });

  it("finds exactly the documents that a plain filter finds", { timeout: 120_000 }, async () => {
    const random = createRandom(7);
    const documents = createRandomDocuments(random, 120);
    await fill(documents);
    for (let round = 0; round < 150; round += 1) {
      const query = createRandomQuery(random);
      expect(await listPaged(get(), query), JSON.stringify(query)).toEqual(listPlainly(documents, query));
    }
  });

  it.each([0, -1, 501, 1.5, NaN])("refuses a page of %d", async (limit) => {
    await expect(get().list({ collection, limit })).rejects.toMatchObject({ code: "invalid_request" });
  });

  it.each(["", "users/u1", "users/u1/things/", "users/../things", "a//b"])(
    "refuses the collection %j",
    async (path) => {
      await expect(get().list({ collection: path, limit: 1 })).rejects.toMatchObject({
        code: "invalid_request",
      });
    },
  );

  it.each(["", "a.", "a b", "a'", "__proto__", 'a"'])("refuses the field %j", async (field) => {
    const refused = { code: "invalid_request" };
    await expect(
      get().list({ collection, where: [{ field, op: "==", value: 1 }], limit: 1 }),
    ).rejects.toMatchObject(refused);
    await expect(
      get().list({ collection, orderBy: { field, direction: "asc" }, limit: 1 }),
    ).rejects.toMatchObject(refused);
  });

  describe("a cursor", () => {
    const orderBy = { field: "seq", direction: "asc" } as const;

    const ofList = Buffer.from('["seq asc","4","a"]').toString("base64url");
    it.each([
      "",
      "x",
      "%%%",
      "W10",
      "bnVsbA",
      ofList,
      Buffer.from('["seq asc","9nonsense","a"]').toString("base64url"),
    ])("%j is refused", async (cursor) => {
      await expect(get().list({ collection, orderBy, limit: 1, cursor })).rejects.toMatchObject({
        code: "invalid_request",
      });
    });

    it("of another order is refused", async () => {
      await fill({ a: { seq: 1 }, b: { seq: 2 } });
      const { cursor } = await get().list({ collection, orderBy, limit: 1 });
      const other = {
        collection,
        orderBy: { field: "seq", direction: "desc" },
        limit: 1,
        cursor: cursor ?? "",
      } as const;
      await expect(get().list(other)).rejects.toMatchObject({ code: "invalid_request" });
    });
  });
}

async function listPaged(store: Store, query: Query): Promise<string[]> {
  const documents: StoredDocument[] = [];
  let cursor: string | null = null;
  do {
    const page = await store.list({ ...query, ...(cursor === null ? {} : { cursor }) });
    documents.push(...page.documents);
    cursor = page.cursor;
  } while (cursor !== null);
  return documents.map(({ id }) => id);
}

// The plain filter: nothing of the store's own is used, so that the two can disagree.
function listPlainly(documents: Record<string, DocumentData>, query: Query): string[] {
  const where = query.where ?? [];
  const ranged = where.find(({ op }) => op !== "==" && op !== "has");
  const orderBy = query.orderBy ?? (ranged && ({ field: ranged.field, direction: "asc" } as const));
  const matching = Object.entries(documents).filter(([, data]) =>
    where.every((filter) => isMatch(data, filter)),
  );
  if (!orderBy) return matching.map(([id]) => id).sort(compareText);
  const sign = orderBy.direction === "asc" ? 1 : -1;
  return matching
    .filter(([, data]) => data[orderBy.field] !== undefined && toTypeRank(data[orderBy.field]) < 4)
    .sort(
      ([idA, a], [idB, b]) =>
        sign * (compareValues(a[orderBy.field], b[orderBy.field]) || compareText(idA, idB)),
    )
    .map(([id]) => id);
}

function isMatch(data: DocumentData, { field, op, value }: Filter): boolean {
  const found = data[field];
  if (op === "has") return Array.isArray(found) && found.includes(value);
  if (found === undefined || toTypeRank(found) !== toTypeRank(value)) return false;
  const order = compareValues(found, value);
  return { "==": order === 0, "<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0 }[op];
}

function compareValues(a: Json | undefined, b: Json | undefined): number {
  const byType = toTypeRank(a) - toTypeRank(b);
  if (byType !== 0) return byType;
  if (typeof a === "string") return compareText(a, String(b));
  return typeof a === "number" || typeof a === "boolean" ? Number(a) - Number(b) : 0;
}

function compareText(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function toTypeRank(value: Json | undefined): number {
  if (value === null) return 0;
  if (typeof value !== "object") return ["boolean", "number", "string"].indexOf(typeof value) + 1;
  return Array.isArray(value) ? 4 : 5;
}

type Random = () => number;

const scalars: Scalar[] = [
  null,
  false,
  true,
  -7,
  -0.1,
  0,
  0.1 + 0.2,
  3,
  1e21,
  2 ** 53 + 2,
  "",
  "0",
  "A",
  "a",
  "aa",
  "b",
  "ß",
  "汉",
  "🧭",
];
const fields = ["seq", "status", "plain", "other"];
/** The one has an index, the other none. */
const lists = ["terms", "tags"];

function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function pick<T>(random: Random, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)] as T;
}

function createRandomDocuments(random: Random, count: number): Record<string, DocumentData> {
  const values: Json[] = [...scalars, [], [1], {}, { a: 1 }];
  const list = (): Json[] => Array.from({ length: Math.floor(random() * 6) }, () => pick(random, scalars));
  const one = (): DocumentData => ({
    ...Object.fromEntries(fields.filter(() => random() < 0.7).map((field) => [field, pick(random, values)])),
    ...Object.fromEntries(lists.filter(() => random() < 0.7).map((field) => [field, list()])),
  });
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`d${n}`, one()]));
}

function createRandomQuery(random: Random): Query {
  const orderBy = { field: pick(random, fields), direction: pick(random, ["asc", "desc"] as const) };
  const one = (): Filter => {
    const op = pick(random, ["==", "<", "<=", ">", ">="] as const);
    return { field: op === "==" ? pick(random, fields) : orderBy.field, op, value: pick(random, scalars) };
  };
  const has = (): Filter => ({
    field: pick(random, lists),
    op: "has",
    value: pick(random, scalars.slice(1)),
  });
  const where = [
    ...Array.from({ length: Math.floor(random() * 3) }, one),
    ...(random() < 0.4 ? [has()] : []),
  ];
  return { collection, where, limit: 1 + Math.floor(random() * 20), ...(random() < 0.8 ? { orderBy } : {}) };
}
