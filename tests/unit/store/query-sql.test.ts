import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { encodeCursor } from "@/lib/store/cursor";
import { openEmbeddedStore } from "@/lib/store/embedded";
import { toSql } from "@/lib/store/query-sql";
import type { Query } from "@/lib/store/store";
import { makeTemporaryFolder } from "@/tests/support/temporary-folder";

const messages = "users/u1/conversations/c1/messages";
const newestFirst = { field: "seq", direction: "desc" } as const;

describe("the plan of a query", () => {
  it.each<[string, Query, string]>([
    [
      "the newest messages",
      { collection: messages, orderBy: newestFirst, limit: 40 },
      "documents_by_seq (collection=? AND key_seq<?)",
    ],
    [
      "the next page of messages",
      { collection: messages, orderBy: newestFirst, limit: 40, cursor: createCursor() },
      "documents_by_seq (collection=? AND key_seq>? AND (key_seq,id)<(?,?))",
    ],
    [
      "what came after a message",
      {
        collection: messages,
        orderBy: { field: "seq", direction: "asc" },
        where: [{ field: "seq", op: ">", value: 7 }],
        limit: 40,
      },
      "documents_by_seq (collection=? AND key_seq>? AND key_seq<?)",
    ],
    [
      "the newest conversations",
      { collection: "users/u1/conversations", orderBy: { field: "updatedAt", direction: "desc" }, limit: 30 },
      "documents_by_updatedAt (collection=? AND key_updatedAt<?)",
    ],
    [
      "all of a status",
      { collection: "runs", where: [{ field: "status", op: "==", value: "running" }], limit: 9 },
      "documents_by_status (collection=? AND key_status=?)",
    ],
    [
      "the newest runs of everybody",
      { collection: "~runs", orderBy: { field: "startedAt", direction: "desc" }, limit: 50 },
      "documents_of_groups_by_startedAt (key_startedAt<?)",
    ],
    ["a page by id", { collection: messages, limit: 40 }, "documents_by_id (collection=?)"],
  ])("for %s is one search in an index, without sorting", async (_name, query, search) => {
    expect(await explain(query)).toEqual([`SEARCH documents USING INDEX ${search}`]);
  });

  it("for a value in lists begins with the value, and for a common one with the order", async () => {
    const where = [{ field: "terms", op: "has", value: "buoy" } as const];
    const query: Query = {
      collection: "users/u1/words",
      where,
      orderBy: { field: "at", direction: "desc" },
      limit: 60,
    };
    const values = "SCAN listed_values VIRTUAL TABLE INDEX 0:M1";
    expect(await explain(query)).toEqual([
      values,
      "SEARCH listed USING INTEGER PRIMARY KEY (rowid=?)",
      "SEARCH documents USING INDEX sqlite_autoindex_documents_1 (path=?)",
      "USE TEMP B-TREE FOR ORDER BY",
    ]);
    expect((await explain(query, true)).slice(0, 2)).toEqual([
      "SEARCH documents USING INDEX documents_by_at (collection=? AND key_at<?)",
      "SEARCH listed USING COVERING INDEX sqlite_autoindex_listed_1 (document=?)",
    ]);
  });

  it("never has a value in its text", () => {
    const where = [{ field: "title", op: "==", value: "secret" } as const];
    const { sql, params } = toSql({
      collection: "users/u1/notes",
      where,
      orderBy: { field: "deep.er", direction: "asc" },
      limit: 5,
    });
    expect(sql).not.toMatch(/secret|u1|title|deep/);
    expect(params).toEqual(["users/u1/notes", "title", "3secret", "deep.er", "4", "deep.er", 6]);
  });
});

async function explain(query: Query, isCommon = false): Promise<unknown[]> {
  const store = await openEmbeddedStore({ dataDir: makeTemporaryFolder() });
  const database = new DatabaseSync(store.describe().file, { readOnly: true });
  database.function("sort_key", { deterministic: true }, () => null);
  const { sql, params } = toSql(query, isCommon);
  const rows = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...params);
  database.close();
  await store.close();
  return rows.map(({ detail }) => detail);
}

function createCursor(): string {
  const last = { path: `${messages}/m`, id: "m", data: { seq: 60 }, version: 1, updatedAt: 0, readAt: 0 };
  return encodeCursor({ collection: messages, orderBy: newestFirst, limit: 40 }, last);
}
