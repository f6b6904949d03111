import { decodeCursor } from "./cursor";
import { isIndexedBeginning, isIndexedList, toMatch } from "./listed-values";
import { isGroup, parseField } from "./paths";
import { findIndexColumn } from "./schema";
import { firstUnorderedKey, toSortKey, toTypeBounds } from "./sort-key";
import type { Filter, ListQuery, Query } from "./store";

export type Statement = { sql: string; params: (string | number)[] };

/**
 * The query, a checked one, as SQL that reads one row more than asked for, to know whether a page follows.
 * Values are bound; the text names columns only. Fields with a column are found by index, others by reading
 * the collection. `isCommon`: the value that a list is asked for is in many.
 */
export function toSql(query: ListQuery, isCommon = false): Statement {
  const { from, condition, rest } = toSource(query, isCommon);
  const parts = [...condition, toPlaces(query), ...rest.flatMap(toConditions)];
  const direction = query.orderBy?.direction === "desc" ? "DESC" : "ASC";
  const key = query.orderBy ? toKey(query.orderBy.field) : null;
  if (key) parts.push(toOrdered(query, key));
  if (query.cursor !== undefined) parts.push(toStart(query, query.cursor, key));
  const order = key
    ? bind(`${key.sql} ${direction}, ${toIdColumn(query)} ${direction}`, ...key.params)
    : bind(`id ${direction}`);
  return {
    sql: `SELECT path, data, version FROM ${from} WHERE ${parts.map(({ sql }) => sql).join(" AND ")} ORDER BY ${order.sql} LIMIT ?`,
    params: [...parts.flatMap(({ params }) => params), ...order.params, query.limit + 1],
  };
}

function toPlaces({ collection }: Query): Statement {
  return isGroup(collection)
    ? bind("collection GLOB ?", `*/${collection.slice(1)}`)
    : bind("collection = ?", collection);
}

const toIdColumn = ({ collection }: Query): string => (isGroup(collection) ? "path" : "id");

type SqlSource = { from: string; condition: Statement[]; rest: Filter[] };

/** A rare value leads to its documents, which are sorted; for a common one they are walked in order. */
function toSource(query: ListQuery, isCommon: boolean): SqlSource {
  const { where = [], beginning } = query;
  const match = toMatch(query);
  const read =
    beginning === undefined || isIndexedBeginning(beginning)
      ? []
      : [bind("list_begins(data, ?)", JSON.stringify(beginning))];
  if (match === null) return { from: "documents", condition: read, rest: where };
  const rest = where.filter((filter) => !isIndexedList(filter));
  // CROSS JOIN keeps the loops' order, the plus stops trying value by value; indexes hold address parts.
  return isCommon
    ? {
        from: "documents CROSS JOIN listed ON listed.document = collection || '/' || id",
        condition: [
          bind("+listed.number IN (SELECT rowid FROM listed_values WHERE listed_values MATCH ?)", match),
          ...read,
        ],
        rest,
      }
    : {
        from: "listed_values CROSS JOIN listed ON listed.number = listed_values.rowid CROSS JOIN documents ON path = listed.document",
        condition: [bind("listed_values MATCH ?", match), ...read],
        rest,
      };
}

function toConditions({ field, op, value }: Filter): Statement[] {
  if (op === "has") return [bind("list_has(data, ?, ?)", field, toSortKey(value))];
  const { sql, params } = toKey(field);
  const key = toSortKey(value);
  const compared = bind(`${sql} ${toOperator(op)} ?`, ...params, key);
  if (op === "==") return [compared];
  const { from, to } = toTypeBounds(key);
  return [
    compared,
    op.startsWith("<") ? bind(`${sql} >= ?`, ...params, from) : bind(`${sql} < ?`, ...params, to),
  ];
}

function toOperator(op: Exclude<Filter["op"], "has">): string {
  return { "==": "=", "<": "<", "<=": "<=", ">": ">", ">=": ">=" }[op];
}

/** Only documents with a place in the order. A narrower bound implies that and uses the index alone. */
function toOrdered({ where = [], orderBy, cursor }: Query, key: Statement): Statement {
  const isBelowCursor = cursor !== undefined && orderBy?.direction === "desc";
  const isNarrower = isBelowCursor || where.some(({ field }) => field === orderBy?.field);
  return isNarrower
    ? bind(`${key.sql} IS NOT NULL`, ...key.params)
    : bind(`${key.sql} < ?`, ...key.params, firstUnorderedKey);
}

function toStart(query: Query, cursor: string, key: Statement | null): Statement {
  const start = decodeCursor(query, cursor);
  const comparison = query.orderBy?.direction === "desc" ? "<" : ">";
  if (!key) return bind(`id ${comparison} ?`, start.id);
  return bind(`(${key.sql}, ${toIdColumn(query)}) ${comparison} (?, ?)`, ...key.params, start.key, start.id);
}

function toKey(field: string): Statement {
  parseField(field);
  const column = findIndexColumn(field);
  return column ? bind(column) : bind("sort_key(data, ?)", field);
}

function bind(sql: string, ...params: (string | number)[]): Statement {
  return { sql, params };
}
