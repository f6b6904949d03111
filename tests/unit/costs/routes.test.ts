import { openStore } from "@/lib/store/open";
import { measureRouteCosts, toCostTable, type RouteCost } from "@/tests/bench/route-costs";
import { findSharedEmulator, openEmulatedStore } from "@/tests/support/find-emulator";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const host = await findSharedEmulator();
const folder = await mkdtemp(path.join(tmpdir(), "sextant-"));
let costs: RouteCost[] = [];

beforeAll(async () => {
  costs = await measureRouteCosts(() => openStore({ driver: "embedded", dataDir: folder }));
  console.info(toCostTable(costs));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function costOf(route: string): RouteCost {
  return costs.find((cost) => cost.route === route) ?? expect.fail(`There is no route "${route}".`);
}

/** The first message of a minute plans that what was said is indexed; these measures begin with one. */
const recallWrites = 1;

/** What a message costs over one that calls no tool. */
function extraOf(route: string): { reads: number; writes: number } {
  const [withTool, plain] = [costOf(route), costOf("send the first message of a conversation")];
  return { reads: withTool.reads - plain.reads, writes: withTool.writes - (plain.writes - recallWrites) };
}

/** The lease is made, marked as ended, and removed. A log of less than a second has a batch or two, by where the second's border falls. */
const [leaseWrites, leaseDeletes, shortLog] = [2, 1, 2];
const nothing = { reads: 0, writes: 0, deletes: 0 };

describe("what a route costs in documents", () => {
  it.each([
    "send the first message of a conversation",
    "send the second message",
    "send a message that is joined again while it is answered",
    "send a message and stop the answer",
  ])(
    "to %s is at most 12 reads and 9 writes, one more once a minute, and a window of the history",
    (route) => {
      const { reads, writes, history, log } = costOf(route);
      // Among them the lists of tool servers and agents, kept for a few seconds, the workflows that are tools, and whether
      // anything said before is indexed.
      expect(reads).toBeLessThanOrEqual(12);
      expect(writes).toBeLessThanOrEqual(9 + recallWrites);
      expect(history).toBeLessThanOrEqual(41);
      expect(log.reads).toBeLessThanOrEqual(5);
      expect(log.writes).toBeLessThanOrEqual(leaseWrites + shortLog);
      expect(log.deletes).toBeLessThanOrEqual(leaseDeletes + shortLog);
    },
  );

  it("sums up behind the answer what falls out of the window, once in many turns: 2 reads and 2 writes, and a bounded part of what nobody has summed up", () => {
    const { reads, writes, history } = costOf("send a message after 4,000");
    expect([reads, writes]).toEqual([
      // Two of them look up the end of a conversation of before branches, once.
      expect.toSatisfy((count: number) => count <= 17),
      expect.toSatisfy((count: number) => count <= 11),
    ]);
    expect(history).toBeLessThanOrEqual(42 + 80);
  });

  it("writes nothing for a message that has its answer already", () => {
    expect(costOf("send a message that has its answer already")).toMatchObject({ writes: 0, deletes: 0 });
    expect(costOf("send a message that has its answer already").reads).toBeLessThanOrEqual(8);
  });

  it("is the same for a conversation of 400 messages and one of 4,000, of which a page is read", () => {
    const { route: _name, ...long } = costOf("open a conversation of 4,000 messages");
    expect(long).toEqual({ queries: 1, reads: 42, writes: 0, deletes: 0, history: 0, log: nothing });
    expect(costOf("open a conversation of 400 messages")).toMatchObject(long);
    expect(costOf("read 40 older messages")).toMatchObject(long);
    expect(costOf("open a conversation of 4 messages").reads).toBe(5);
  });

  it("is one query for a page of the list, one read for the settings, and a query each for named agents and tool servers", () => {
    expect(costOf("list 30 of 40 conversations")).toMatchObject({ queries: 1, reads: 31, writes: 0 });
    expect(costOf("open the chat page: 30 of 40 conversations, settings")).toMatchObject({
      queries: 3,
      reads: 34,
      writes: 0,
    });
  });

  it("looks at the last 14 days once in half an hour, behind the page", () => {
    const cost = costOf("read what replies usually take, once in half an hour");
    expect(cost.queries).toBeLessThanOrEqual(16);
    expect(cost.reads).toBeLessThanOrEqual(30);
    expect(cost.writes).toBeLessThanOrEqual(14);
  });

  it("grows with an edit by what the edit replaces and no more", () => {
    for (const route of ["answer the newest question anew", "edit the newest question"]) {
      expect(costOf(route).reads).toBeLessThanOrEqual(17);
      expect(costOf(route)).toMatchObject({ deletes: 0 });
      expect(costOf(route).writes).toBeLessThanOrEqual(9 + recallWrites);
    }
  });

  it("stays what it is over a second step of the model: settings and memory are not read again", () => {
    expect(extraOf("send with calculate").reads).toBe(0);
    expect(extraOf("send with calculate").writes).toBeLessThanOrEqual(recallWrites);
    expect(costOf("send with calculate").log.writes).toBeGreaterThan(leaseWrites);
    expect(costOf("send with calculate").log.writes).toBeLessThanOrEqual(leaseWrites + shortLog + 1);
  });

  it.each([
    ["send with web_search, 5 results", { reads: 2, writes: 3 }],
    ["send with web_fetch, 1 page", { reads: 2, writes: 3 }],
    ["send with web_fetch, 3 pages", { reads: 2, writes: 5 }],
    ["send with memory_save", { reads: 2, writes: 1 }],
    ["send with memory_retrieve", { reads: 1, writes: 0 }],
    ["send with recall_details", { reads: 1, writes: 0 }],
  ])("to %s is a little more than without the tool", (route, extra) => {
    const { reads, writes } = extraOf(route);
    expect(reads).toBe(extra.reads);
    expect([extra.writes, extra.writes + recallWrites]).toContain(writes);
  });

  it("is a read for finding that no answer is written, and two writes for a new title, whose words are kept", () => {
    expect(costOf("join the stream of an answer, or find that none runs")).toMatchObject({
      reads: 1,
      writes: 0,
      log: nothing,
    });
    expect(costOf("rename a conversation")).toMatchObject({ reads: 0, writes: 2 });
  });

  it("is for a search what it shows, the turns with the word, and of each conversation its record and a message, and 81 turns for its beginning", () => {
    // "buoy" was asked in three conversations, in the first of them three times.
    expect(costOf("search for a word")).toMatchObject({ queries: 2, writes: 0, deletes: 0 });
    expect(costOf("search for a word").reads).toBeLessThanOrEqual(15 + 81);
    expect(costOf("search for a word that nobody said")).toMatchObject({
      queries: 2,
      reads: 2 + 81,
      writes: 0,
    });
  });

  it.each([
    ["list the memories", 3],
    // The facts are read once to be compared and once in the transaction that adds.
    ["add a memory", 4],
    ["list the memories and forget one", 3],
    ["read the quotas", 3],
  ])("to %s is at most %i reads and a write", (route, reads) => {
    expect(costOf(route).reads).toBeLessThanOrEqual(reads);
    expect(costOf(route).writes).toBeLessThanOrEqual(1);
  });

  it("reads the runs of 30 days for a person's usage, a hundred at a time, and writes nothing", () => {
    const cost = costOf("read what 30 days took");
    expect(cost).toMatchObject({ queries: Math.ceil(cost.reads / 101), writes: 0, deletes: 0 });
    expect(cost.reads).toBeLessThanOrEqual(505);
  });

  it("grows with a deletion by what is deleted", () => {
    expect(costOf("delete a conversation of 4 messages")).toMatchObject({ writes: 0, deletes: 5 });
    expect(costOf("delete a conversation of 4 messages").reads).toBeLessThanOrEqual(11);
  });
});

describe.skipIf(host === null)("what a route costs on the emulator", () => {
  // The emulator takes its time for the 4,000 messages.
  it("is what it costs in the embedded store", { timeout: 120_000 }, async () => {
    const there = await measureRouteCosts(() => openEmulatedStore(host));
    // A log has a batch a second, and the emulator is slower.
    expect(there.map(withoutLog)).toEqual(costs.map(withoutLog));
  });
});

function withoutLog({ log: _log, ...rest }: RouteCost): Omit<RouteCost, "log"> {
  return rest;
}
