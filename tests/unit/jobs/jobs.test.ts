import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { tellJob } from "@/lib/features/alerts/records";
import { clearJob } from "@/lib/features/documents/records/collections";
import { discardJob } from "@/lib/features/documents/records/discards";
import { readJob } from "@/lib/features/documents/records/document-record";
import { experimentJob } from "@/lib/features/laboratory/records/experiments";
import { askForJob, createJobRecords, defineJob, scheduleJob } from "@/lib/data/jobs";
import { learnJob } from "@/lib/features/memory/records/learning";
import { nightlyJob } from "@/lib/features/laboratory/records/nightly";
import { paths } from "@/lib/data/paths";
import { forgetJob } from "@/lib/features/temporary-chats/records";
import { workflowJob } from "@/lib/features/workflows/records";
import { createJobs, onJob } from "@/lib/jobs/jobs";
import { createLog } from "@/lib/log";
import { bothStores } from "@/tests/support/both-stores";

const [userId, conversationId] = ["u1", "c1"];
const version = { documentId: "d1", collectionId: null, version: "v1" };
const told = { alertId: "a1", event: "opened", channel: "mail" } as const;

/** What every landed version has stored: other instances and older jobs are found by it. */
const stored = [
  [learnJob.at({ userId, conversationId }), "learn", { userId, conversationId }, "c1"],
  [forgetJob.at({ userId, conversationId }), "forget", { userId, conversationId }, "c1"],
  [readJob.at({ userId, documentId: "d1" }), "read", { userId, documentId: "d1" }, "d1"],
  [discardJob.at({ ...version, userId }), "discard", { userId, ...version }, "v1"],
  [clearJob.at({ userId, collectionId: "k1" }), "clear", { userId, collectionId: "k1" }, "k1"],
  [workflowJob.at({ userId, workflowId: "w1" }), "workflow", { userId, workflowId: "w1" }, "w1"],
  [experimentJob.at({ userId, experimentId: "e1" }), "experiment", { userId, experimentId: "e1" }, "e1"],
  [nightlyJob.at({ userId: "site" }), "nightly", { userId: "site" }, ""],
  [tellJob.at({ ...told, userId: "site" }), "tell", { userId: "site", ...told }, "a1 opened mail"],
] as const;

const toId = (...words: string[]) =>
  createHash("sha256").update(JSON.stringify(words)).digest("hex").slice(0, 32);

describe.each(bothStores)("jobs in $name", ({ openStore }) => {
  it.each(stored)("are stored as ever: %o", async (place, kind, fields, subject) => {
    const store = await openStore();
    await store.transaction(async (tx) => scheduleJob(tx, place, 1_000));
    const found = await store.find(paths.job(toId(kind, fields.userId, subject)));
    expect(found?.data).toEqual({ kind, ...fields, dueAt: 1_000, attempts: 0 });
    await store.transaction(async (tx) => scheduleJob(tx, place, null));
    expect(await createJobRecords(store).listDue(Infinity, 10)).toEqual([]);
  });

  const painting = defineJob("paint", { wall: z.string() });
  async function open(works: Parameters<typeof createJobs>[0]["works"]) {
    const store = await openStore();
    const records = createJobRecords(store);
    const closing = new AbortController().signal;
    return {
      store,
      records,
      jobs: createJobs({ records, works, log: createLog("silent"), now: () => 5_000, closing }),
    };
  }

  it("are done by who knows their kind, and left alone by others", async () => {
    const painted: string[] = [];
    const paint = onJob(painting, async ({ wall }) => (painted.push(wall), null));
    const { records, jobs, store } = await open([paint]);
    const other = defineJob("plaster", { wall: z.string() }).at({ userId, wall: "north" });
    await records.schedule(other, 1_000);
    await records.schedule(painting.at({ userId, wall: "south" }), 2_000);
    await store.set(paths.job("odd"), { kind: "paint", userId, wall: 7, dueAt: 1_500, attempts: 0 });
    expect(await jobs.sweep()).toBe(1);
    expect(painted).toEqual(["south"]);
    expect((await records.listDue(5_000, 10)).map(({ kind, attempts }) => [kind, attempts])).toEqual([
      ["plaster", 0],
      ["paint", 0],
    ]);
    expect(await jobs.run(other)).toBe(false);
  });

  it("are done once more where they were asked for meanwhile", async () => {
    const place = painting.at({ userId, wall: "east" });
    let done = 0;
    const paint = onJob(painting, async () => {
      done += 1;
      if (done === 1)
        await store.transaction(async (tx) =>
          askForJob(tx, place, await tx.find(paths.job(place.id)), 5_000),
        );
      return null;
    });
    const { records, jobs, store } = await open([paint]);
    await records.schedule(place, 1_000);
    while ((await jobs.sweep()) > 0);
    expect(done).toBe(2);
  });
});
