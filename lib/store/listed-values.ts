import { hash } from "node:crypto";
import type { SQLOutputValue } from "node:sqlite";
import { parseField } from "./paths";
import { toSortKey } from "./sort-key";
import type { Prepare } from "./statement-cache";
import type { PrefixFilter, DocumentData, Filter, Json, ListQuery } from "./store";
import { findField, parseDocumentText } from "./values";

/** Lists by whose values large collections are asked. Others are found by reading the collection. */
const indexedLists: readonly string[] = ["terms"];

/** An index from the values of lists to their documents: a word index with one word per value. */
export type ListedValues = {
  /** Called before the document is written: what it had until then is read from where it stands. */
  put(path: string, collection: string, data: DocumentData): void;
  /** Called before the document is deleted. */
  delete(path: string): void;
  /** Documents at the path and below it that have values here, `limit` of them at most. */
  listBelow(path: string, limit: number): string[];
  /** Whether so many documents have the value that going through them in their order finds a page sooner. */
  isCommon(query: ListQuery): boolean;
};

/** More than these are not collected and sorted for a page. */
const mostSorted = 500;

export function createListedValues(prepare: Prepare): ListedValues {
  const findNumber = (path: string) =>
    prepare("SELECT number FROM listed WHERE document = ?").get(path)?.["number"];

  function readWords(path: string): string {
    const row = prepare("SELECT collection, data FROM documents WHERE path = ?").get(path);
    return row === undefined
      ? ""
      : toWords(String(row["collection"]), parseDocumentText(String(row["data"])));
  }

  /** The index keeps no texts: it has to be told what it is to forget. */
  function forget(number: SQLOutputValue, words: string): void {
    prepare("INSERT INTO listed_values (listed_values, rowid, words) VALUES ('delete', ?, ?)").run(
      number,
      words,
    );
  }

  function remove(path: string): void {
    const number = findNumber(path);
    if (number === undefined) return;
    forget(number, readWords(path));
    prepare("DELETE FROM listed WHERE number = ?").run(number);
  }

  return {
    put(path, collection, data) {
      const words = toWords(collection, data);
      if (words === "") return remove(path);
      const known = findNumber(path);
      const before = known === undefined ? "" : readWords(path);
      if (before === words) return;
      if (known !== undefined) forget(known, before);
      const number = known ?? prepare("INSERT INTO listed (document) VALUES (?)").run(path).lastInsertRowid;
      prepare("INSERT INTO listed_values (rowid, words) VALUES (?, ?)").run(number, words);
    },
    delete: remove,
    listBelow(path, limit) {
      const found = prepare(
        "SELECT document FROM listed WHERE document = ? OR (document > ? AND document < ?) LIMIT ?",
      );
      return found.all(path, `${path}/`, `${path}0`, limit).map(({ document }) => String(document));
    },
    isCommon(query) {
      const match = toMatch(query);
      if (match === null) return false;
      const sql =
        "SELECT count(*) AS found FROM (SELECT 1 FROM listed_values WHERE listed_values MATCH ? LIMIT ?)";
      return Number(prepare(sql).get(match, mostSorted + 1)?.["found"]) > mostSorted;
    },
  };
}

/** What the index is asked for by a query; `null` when it knows nothing of it. */
export function toMatch({ collection, where = [], beginning }: ListQuery): string | null {
  const asked = where
    .filter(isIndexedList)
    .map(({ field, value }) => `"${toWord(collection, field, value)}"`);
  if (beginning && isIndexedBeginning(beginning)) asked.push(`(${toBeginningMatch(collection, beginning)})`);
  return asked.length === 0 ? null : asked.join(" AND ");
}

function toBeginningMatch(collection: string, { field, text, or, without }: PrefixFilter): string {
  const quote = (value: string) => `"${toWord(collection, field, value)}"`;
  const wanted = [`${quote(text)} *`, ...or.map(quote)].join(" OR ");
  return without.length === 0 ? wanted : `(${wanted}) NOT (${without.map(quote).join(" OR ")})`;
}

/** Whether this index answers the filter. */
export function isIndexedList({ field, op }: Filter): boolean {
  return op === "has" && indexedLists.includes(field);
}

export function isIndexedBeginning({ field }: PrefixFilter): boolean {
  return indexedLists.includes(field);
}

/** Whether the document's list holds the value of this sort key. */
export function hasListed(data: DocumentData, field: string, key: string): boolean {
  return readList(data, field).some((value) => toSortKey(value) === key);
}

export function hasBeginning(data: DocumentData, { field, text, or, without }: PrefixFilter): boolean {
  const texts = readList(data, field).filter((value) => typeof value === "string");
  return (
    texts.some((value) => value.startsWith(text) || or.includes(value)) &&
    !texts.some((value) => without.includes(value))
  );
}

function toWords(collection: string, data: DocumentData): string {
  const words = indexedLists.flatMap((field) =>
    readList(data, field).map((value) => toWord(collection, field, value)),
  );
  return [...new Set(words)].join(" ");
}

function readList(data: DocumentData, field: string): Json[] {
  const value = findField(data, parseField(field));
  return Array.isArray(value) ? value.filter((each) => typeof each !== "object") : [];
}

/** A longer word would be cut off by the index. */
const mostBytes = 1_000;

/** Letters and digits whatever the value, its beginning's first; 12 hexadecimal digits tell lists apart. */
function toWord(collection: string, field: string, value: Json): string {
  const key = toSortKey(value);
  const bytes = Buffer.from(key);
  const end = bytes.length > mostBytes ? hash("sha256", key) : "";
  return `${hash("sha256", JSON.stringify([collection, field])).slice(0, 12)}${bytes.toString("hex", 0, mostBytes)}${end}`;
}
