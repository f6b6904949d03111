import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { authPaths } from "@/lib/features/accounts/auth/auth-paths";
import { paths } from "@/lib/data/paths";
import type { IndexFile } from "@/lib/features/doctor/check-indexes";
import type { Filter, Query } from "@/lib/store/store";
import { findIndexProblem, readIndexFile, requireIndexes, toNeededIndex } from "@/tests/support/needed-index";
import { openTestStore } from "@/tests/support/open-test-store";

/**
 * What the calls ask for whose query is put together elsewhere, by file and argument. A call that is not here
 * must say its query whole. `openTestStore` also holds every query of every test to the same file, whatever
 * this table says.
 */
const putTogether: Record<string, Omit<Query, "collection" | "limit">[]> = {
  'lib/features/ratings/records.ts: { collection: paths.ratings, where: value === undefined ? [] : [{ field: "value", op: "==", value }], orderBy: { field: "at", direction: "desc" }, limit, cursor: cursor ?? undefined }':
    [[], ["value"]].map((fields) => ({
      where: fields.map((field): Filter => ({ field, op: "==", value: "up" })),
      orderBy: { field: "at", direction: "desc" },
    })),
  'lib/engine/records/turn-place.ts: { collection: paths.messages(userId, conversationId), where, orderBy: { field: "seq", direction: "asc" }, limit: 2 }':
    [
      { where: [{ field: "seq", op: "==", value: 1 }], orderBy: { field: "seq", direction: "asc" } },
      { where: [{ field: "seq", op: ">=", value: 1 }], orderBy: { field: "seq", direction: "asc" } },
    ],
  'lib/features/conversation-search/records/find-matches.ts: { collection: paths.words(userId), ...query, where, orderBy: { field: "at", direction: "desc" }, limit: size, cursor }':
    [
      { where: [{ field: "at", op: "<", value: 1 }], orderBy: { field: "at", direction: "desc" } },
      {
        where: [
          { field: "terms", op: "has", value: "a" },
          { field: "at", op: "<", value: 1 },
        ],
        orderBy: { field: "at", direction: "desc" },
      },
    ],
  'lib/data/audit.ts: { collection: paths.audit, where, orderBy: { field: "at", direction: "desc" }, limit: page.limit, cursor: page.cursor }':
    [[], ["actor"], ["act"], ["actor", "act"]].map((fields) => ({
      where: [
        ...fields.map((field): Filter => ({ field, op: "==", value: "a" })),
        { field: "at", op: ">=", value: 1 },
      ],
      orderBy: { field: "at", direction: "desc" },
    })),
  'lib/features/traces/records/list-runs.ts: { collection, where, orderBy: { field: "startedAt", direction: "desc" }, limit, cursor }':
    [[], ["conversationId"]].map((fields) => ({
      where: [
        ...fields.map((field): Filter => ({ field, op: "==", value: "a" })),
        { field: "startedAt", op: ">=", value: 1 },
      ],
      orderBy: { field: "startedAt", direction: "desc" },
    })),
  "lib/data/people.ts: { collection: paths.people, where, limit: mostOfEach }": [
    { where: [{ field: "role", op: "==", value: "admin" }] },
  ],
  "lib/data/people.ts: { collection: paths.people, where, limit }": [
    { where: [{ field: "isWaiting", op: "==", value: true }] },
  ],
  "lib/features/accounts/records.ts: { collection: paths.invitations, where, limit: 20 }": [
    { where: [{ field: "email", op: "==", value: "a@b.example" }] },
  ],
  "lib/features/accounts/records.ts: { collection: paths.invitations, where, limit: 100 }": [
    { where: [{ field: "createdBy", op: "==", value: "u" }] },
  ],
  'lib/data/conversations.ts: { collection: paths.conversations(userId), where, orderBy: { field, direction: "desc" }, ...{ limit, cursor } }':
    [
      { orderBy: { field: "updatedAt", direction: "desc" } },
      { orderBy: { field: "archivedAt", direction: "desc" } },
      {
        where: [{ field: "folder", op: "==", value: "f1" }],
        orderBy: { field: "updatedAt", direction: "desc" },
      },
    ],
  "lib/data/versions.ts: { collection, orderBy, where, ...page }": [
    { orderBy: { field: "version", direction: "desc" } },
    {
      where: [{ field: "version", op: "<=", value: 6 }],
      orderBy: { field: "version", direction: "desc" },
    },
  ],
  "lib/data/delete-each.ts: { collection, limit, ...query }": [
    {},
    { where: [{ field: "userId", op: "==", value: "u" }] },
    { where: [{ field: "at", op: "<", value: 1 }] },
  ],
  "lib/features/sharing/records.ts: { collection: paths.shares, ...page }": [{}],
};

/** The collections of those calls that take it from elsewhere, or that mean what a variable names. */
const collectionsOf: Record<string, string> = {
  '{ collection, where, orderBy: { field: "seq", direction: "asc" }, limit: pageSize }': "paths.messages",
  '{ collection, where, orderBy: { field: "startedAt", direction: "desc" }, limit, cursor }': "paths.runs",
  "{ collection, orderBy, where, ...page }": "paths.settingsVersions",
  "{ collection, limit, ...query }": "paths.audit",
};

/** It asks for what the file of indexes itself lists. */
const exempt = ["lib/features/doctor/check-indexes.ts"];

type Call = { file: string; argument: ts.Expression | undefined; text: string };
const calls = listSourceFiles()
  .filter((file) => !exempt.includes(file))
  .flatMap(findListCalls);

describe("firestore.indexes.json", () => {
  it("has every index that the calls of the code need", () => {
    expect(calls.length).toBeGreaterThan(10);
    expect(
      calls
        .flatMap((call) => toQueries(call).map((query) => findIndexProblem(query, readIndexFile())))
        .filter(Boolean),
    ).toEqual([]);
  });

  it("knows the collection of every call that asks for more than a page by id", () => {
    const narrow = calls.filter((call) =>
      toQueries(call).some(({ where, orderBy }) => orderBy || (where ?? []).length > 0),
    );
    expect(narrow.filter((call) => findCollection(call) === "unknown").map(toKey)).toEqual([]);
  });

  it("is asked about every call there is: those that are put together elsewhere stand in the table, and only those", () => {
    const unread = calls.filter((call) => readQuery(call.argument) === null).map(toKey);
    expect([...new Set(unread)].toSorted()).toEqual(Object.keys(putTogether).toSorted());
  });
});

const ask = (where: Filter[], orderBy?: Query["orderBy"]): Query => ({
  collection: "users/u1/things",
  where,
  limit: 1,
  ...(orderBy ? { orderBy } : {}),
});
const equal = (field: string): Filter => ({ field, op: "==", value: 1 });
const newest = { field: "at", direction: "desc" } as const;
const index = {
  collectionGroup: "things",
  queryScope: "COLLECTION",
  fields: [
    { fieldPath: "a", order: "ASCENDING" },
    { fieldPath: "at", order: "DESCENDING" },
  ],
};

describe("the need of an index", () => {
  it.each<[string, Query]>([
    ["no filter", ask([])],
    ["equalities alone", ask([equal("a"), equal("b")])],
    ["an order alone", ask([], newest)],
    [
      "a range in the order of its field",
      ask(
        [
          { field: "at", op: "<", value: 1 },
          { field: "at", op: ">", value: 0 },
        ],
        newest,
      ),
    ],
    ["an equality in the order of its field", ask([equal("at")], newest)],
  ])("is not there for %s", (_name, query) => {
    expect(toNeededIndex(query)).toBeNull();
  });

  it("is there for an equality beside an order, or beside a range without one", () => {
    expect(toNeededIndex(ask([equal("a")], newest))).toEqual(index);
    expect(toNeededIndex(ask([equal("a"), { field: "at", op: ">", value: 1 }]))).toMatchObject({
      fields: [{ fieldPath: "a" }, { fieldPath: "at", order: "ASCENDING" }],
    });
  });

  it("is there for a value in a list beside an order, and not beside equalities", () => {
    const has: Filter = { field: "terms", op: "has", value: "a" };
    expect(toNeededIndex(ask([has], newest))).toMatchObject({
      fields: [
        { fieldPath: "terms", arrayConfig: "CONTAINS" },
        { fieldPath: "at", order: "DESCENDING" },
      ],
    });
    expect(toNeededIndex(ask([has, equal("a")]))).toBeNull();
  });

  it("is met by the very index only, and never by a field that is not indexed", () => {
    const file = (change: Partial<IndexFile>): IndexFile => ({ indexes: [], fieldOverrides: [], ...change });
    const query = ask([equal("a")], newest);
    expect(findIndexProblem(query, file({ indexes: [index] }))).toBeNull();
    expect(findIndexProblem(query, file({}))).toContain("lacks the index");
    expect(findIndexProblem(query, file({ indexes: [{ ...index, collectionGroup: "other" }] }))).toContain(
      "lacks the index",
    );
    expect(
      findIndexProblem(
        ask([equal("a")]),
        file({ fieldOverrides: [{ collectionGroup: "things", fieldPath: "a", indexes: [] }] }),
      ),
    ).toContain("exempts");
  });

  it("is there for the order of collections of one name, unless the file keeps it for them", () => {
    const query: Query = {
      collection: paths.allRuns,
      orderBy: { field: "startedAt", direction: "desc" },
      limit: 1,
    };
    expect(findIndexProblem(query, readIndexFile())).toBeNull();
    expect(
      findIndexProblem({ ...query, orderBy: { field: "startedAt", direction: "asc" } }, readIndexFile()),
    ).toContain("exempts");
    expect(findIndexProblem(query, { indexes: [], fieldOverrides: [] })).toContain("exempts");
  });

  it("stops a test whose query lacks its index, inside a transaction too", async () => {
    const store = requireIndexes(await openTestStore(), { indexes: [], fieldOverrides: [] });
    await expect(store.list(ask([equal("a")], newest))).rejects.toThrow("lacks the index");
    await expect(store.transaction((tx) => tx.list(ask([equal("a")], newest)))).rejects.toThrow(
      "lacks the index",
    );
    await expect(store.list(ask([], newest))).resolves.toEqual({ documents: [], cursor: null });
  });
});

function listSourceFiles(): string[] {
  const files = readdirSync("lib", { recursive: true, encoding: "utf8" }).map(
    (name) => `lib/${name.replaceAll("\\", "/")}`,
  );
  return files.filter((file) => /\.tsx?$/.test(file) && !file.startsWith("lib/store/"));
}

/** Every `store.list(…)` and `tx.list(…)`. */
function findListCalls(file: string): Call[] {
  const tree = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const found: Call[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === "list"
    ) {
      const receiver = node.expression.expression.getText();
      const argument = node.arguments[0];
      if (/(^|\.)(store|tx|transaction)$/.test(receiver))
        found.push({ file, argument, text: toOneLine(argument?.getText() ?? "") });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** However the formatter broke it. */
function toOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/,(?= [\]}])/g, "");
}

function toKey({ file, text }: Call): string {
  return `${file}: ${text}`;
}

function toQueries(call: Call): Query[] {
  const read = readQuery(call.argument);
  const shapes = read ? [read] : (putTogether[toKey(call)] ?? []);
  return shapes.map((shape) => ({ ...shape, collection: findCollection(call), limit: 1 }));
}

/** The collection that a call names by a path of ours, with any ids in it. */
function findCollection({ argument, text }: Call): string {
  const value =
    argument && ts.isObjectLiteralExpression(argument) ? findProperty(argument, "collection") : undefined;
  const [, owner = "", name = ""] =
    /^(\w*[pP]aths)\.(\w+)/.exec(value?.getText() ?? collectionsOf[text] ?? "") ?? [];
  const path: unknown = (
    owner === "authPaths"
      ? new Map(Object.entries<unknown>(authPaths))
      : new Map(Object.entries<unknown>(paths))
  ).get(name);
  const made: unknown = typeof path === "function" ? Reflect.apply(path, null, ["a", "b", "c"]) : path;
  return typeof made === "string" ? made : "unknown";
}

/** `null` when the parts that matter are not written out. */
function readQuery(argument: ts.Expression | undefined): Pick<Query, "where" | "orderBy"> | null {
  if (!argument || !ts.isObjectLiteralExpression(argument)) return null;
  const isReadable = argument.properties.every(
    (property) => ts.isPropertyAssignment(property) || isKnownSpread(property) || isHarmless(property),
  );
  if (!isReadable) return null;
  const spread = argument.properties
    .filter(ts.isSpreadAssignment)
    .flatMap(({ expression }) => findObjects(expression));
  const where = [argument, ...spread].flatMap((object) => readFilters(findProperty(object, "where")));
  const orderBy = readOrder(findProperty(argument, "orderBy"));
  return where.includes(null) || orderBy === null
    ? null
    : { where: where.filter((filter) => filter !== null), ...(orderBy ? { orderBy } : {}) };
}

/** `...(condition ? {} : { … })`: what it may add is taken as added. */
function isKnownSpread(property: ts.ObjectLiteralElementLike): boolean {
  return ts.isSpreadAssignment(property) && findObjects(property.expression).length > 0;
}

function isHarmless(property: ts.ObjectLiteralElementLike): boolean {
  return (
    ts.isShorthandPropertyAssignment(property) &&
    ["limit", "cursor", "collection"].includes(property.name.text)
  );
}

function findObjects(expression: ts.Expression): ts.ObjectLiteralExpression[] {
  if (ts.isParenthesizedExpression(expression)) return findObjects(expression.expression);
  if (ts.isConditionalExpression(expression))
    return [...findObjects(expression.whenTrue), ...findObjects(expression.whenFalse)];
  if (ts.isBinaryExpression(expression)) return findObjects(expression.right);
  return ts.isObjectLiteralExpression(expression) ? [expression] : [];
}

function findProperty(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  return object.properties
    .filter(ts.isPropertyAssignment)
    .find((property) => property.name.getText() === name)?.initializer;
}

function readFilters(where: ts.Expression | undefined): (Filter | null)[] {
  if (!where) return [];
  if (!ts.isArrayLiteralExpression(where)) return [null];
  return where.elements.map((element) => {
    if (!ts.isObjectLiteralExpression(element)) return null;
    const [field, op] = [readText(findProperty(element, "field")), readText(findProperty(element, "op"))];
    return field === null || op === null ? null : { field, op: op as Filter["op"], value: 1 };
  });
}

function readOrder(order: ts.Expression | undefined): Query["orderBy"] | null {
  if (!order) return undefined;
  if (!ts.isObjectLiteralExpression(order)) return null;
  const [field, direction] = [
    readText(findProperty(order, "field")),
    readText(findProperty(order, "direction")),
  ];
  return field === null || direction === null
    ? null
    : { field, direction: direction === "desc" ? "desc" : "asc" };
}

function readText(expression: ts.Expression | undefined): string | null {
  return expression && ts.isStringLiteral(expression) ? expression.text : null;
}
