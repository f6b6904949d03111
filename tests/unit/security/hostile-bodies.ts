import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { openAccounts, type AccountsHarness, type Caller } from "@/tests/support/accounts-harness";
import type { RouteRow } from "./route-row";
import { routeTable } from "./route-table";

export const root = join(import.meta.dirname, "../../..");
/** What a body may cost, and beside other work on a slow machine. */
const mostCpuMs = 250;
export const mostCpuBesideMs = 1_000;
export const mostAnswerBytes = 64_000;

let harness: AccountsHarness;

/** What all tests of the file ask. */
export const getSite = (): AccountsHarness => harness;

/** Opens the site for all tests of a file. */
export function openSite(): void {
  beforeAll(async () => {
    harness = await openAccounts();
  });
  afterAll(() => harness.close());
}

const many = (text: string, count: number): string => `[${Array(Math.floor(count)).fill(text).join(",")}]`;
const keys = (count: number, name = "k"): string =>
  `{${Array.from({ length: Math.floor(count) }, (_, index) => `"${name}${index}":1`).join(",")}}`;
const deep = (count: number): string => `${"[".repeat(count)}${"]".repeat(count)}`;

/** JSON texts of so many bytes, with more brackets or values than any body has. */
const toEndless = (bytes: number): Record<string, string> => ({
  "deep brackets": deep(bytes / 2),
  "deep objects": `${'{"a":'.repeat(bytes / 6)}1${"}".repeat(bytes / 6)}`,
  "brackets that do not end": "[".repeat(bytes),
  "many keys": keys(bytes / 10),
  "many objects": many("{}", bytes / 3),
  "many numbers": many("1", bytes / 2),
});
/** As much of one thing as may be in a body. */
const toFull = (bytes: number): Record<string, string> => ({
  "some brackets": deep(50),
  "as many keys as may be": keys(Math.min(19_000, bytes / 12)),
  "as many long keys as may be": keys(Math.min(19_000, bytes / 190), "k".repeat(180)),
  "as many objects as may be": many("{}", Math.min(9_000, bytes / 3)),
  "as many numbers as may be": many("1", Math.min(19_000, bytes / 2)),
  "a long key": `{"${"k".repeat(bytes - 10)}":1}`,
  "a long text": `"${"a".repeat(bytes - 10)}"`,
  "a text of quotes": `"${String.raw`\"`.repeat(bytes / 2 - 10)}"`,
  "a text of placeholders": `"${"{{a ".repeat(bytes / 4 - 10)}"`,
  "a long number": "9".repeat(Math.min(1_000_000, bytes)),
  "a long fraction": `0.${"3".repeat(Math.min(1_000_000, bytes - 10))}`,
  "the keys of every object": `{"__proto__":{"role":"admin"},"constructor":{"prototype":{"x":1}},"toString":1}`,
});
/** Just below what a body of each size may have, the largest first. */
const sizes = [3_900_000, 680_000, 18_000].map((bytes) => ({
  full: Object.entries(toFull(bytes)),
  all: Object.entries({ ...toEndless(bytes), ...toFull(bytes) }),
}));

const readers = /\b(?:readBody|readChatBody|answerAuthRequest)\b/;
export const bodyRoutes = Object.entries(routeTable).filter(([route, row]) => {
  const [method = "", address = ""] = route.split(" ");
  const text = readFileSync(join(root, "app", address, "route.ts"), "utf8");
  return method !== "GET" && row.for !== "the site" && readers.test(text);
});

/** The body that the route takes, with the hostile text in the place of each of its fields. */
function listFilled(value: unknown, text: string): string[] {
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return [];
  return Object.entries(value).flatMap(([key, field]) => {
    const others = Object.entries(value).flatMap(([name, other]) =>
      name === key ? [] : `${JSON.stringify(name)}:${JSON.stringify(other)}`,
    );
    const fill = (inner: string) => `{${[...others, `${JSON.stringify(key)}:${inner}`].join(",")}}`;
    return [text, ...listFilled(Array.isArray(field) ? field[0] : field, text)].map((inner, index) =>
      fill(Array.isArray(field) && index > 0 ? `[${inner}]` : inner),
    );
  });
}

/** Sends a route what costs most to read; `isWhole`: with each shape in the place of each of its fields, too. */
export async function tryBodies(route: string, row: RouteRow, isWhole: boolean): Promise<void> {
  const caller: Caller = row.for === "everybody" ? "nobody" : row.for === "people" ? "member" : "admin";
  const { params = {}, body: taken } = (await row.prepare?.(harness)) ?? {};
  const found: unknown[] = [];
  const limitMs = isWhole ? mostCpuMs : mostCpuBesideMs;
  const attempt = async (name: string, body: string): Promise<number> => {
    const bytes = new TextEncoder().encode(body);
    const tried = await measure(() => send(route, caller, { params, body: bytes }));
    if (tried.status >= 500 || tried.bytes > mostAnswerBytes || tried.cpuMs > limitMs)
      found.push({ name, start: body.slice(0, 80), ...tried });
    return tried.status;
  };
  for (const { all, full } of sizes) {
    const statuses = new Set<number>();
    for (const [name, text] of isWhole ? all : all.slice(0, 2)) statuses.add(await attempt(name, text));
    if (statuses.size === 1 && statuses.has(413)) continue;
    for (const [name, text] of isWhole ? full : full.slice(0, 1))
      for (const body of listFilled(taken, text)) await attempt(name, body);
    break;
  }
  expect(found).toEqual([]);
}

export type Tried = { status: number; bytes: number; cpuMs: number };

export async function send(
  route: string,
  caller: Caller,
  prepared: {
    params?: Record<string, string | string[]>;
    headers?: Record<string, string>;
    body: Uint8Array;
  },
): Promise<Response> {
  // A minute in which nothing else was sent.
  harness.site.clock.now += 60_000;
  return harness.call(route, caller, { prepare: () => prepared });
}

/** The least of three, where one was too much: what else the process does is counted, too. */
export async function measure(act: () => Promise<Response>): Promise<Tried> {
  let least: Tried | null = null;
  for (let attempt = 0; attempt < 3 && (least?.cpuMs ?? Infinity) > mostCpuMs; attempt += 1) {
    const before = process.cpuUsage();
    const response = await act();
    const bytes = (await response.arrayBuffer()).byteLength;
    const { user, system } = process.cpuUsage(before);
    const cpuMs = Math.min((user + system) / 1000, least?.cpuMs ?? Infinity);
    least = { status: response.status, bytes, cpuMs };
  }
  return least ?? { status: 0, bytes: 0, cpuMs: Infinity };
}
