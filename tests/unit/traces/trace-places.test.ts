import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTraceFiles } from "@/lib/features/traces/records/trace-files";
import { openBucketBlobs } from "@/lib/store/bucket-blobs";
import { bothStores } from "@/tests/support/both-stores";
import { startStorageServer, type StorageServer } from "@/tests/support/storage-server";
import { openPersonData } from "@/tests/support/person-data";

let server: StorageServer;
beforeEach(async () => {
  server = await startStorageServer({ pageSize: 4 });
});
afterEach(() => server.stop());

const openBucket = () =>
  openBucketBlobs({
    bucket: server.bucket,
    projectId: "test-project",
    endpoint: server.origin,
    retryDelaysMs: [1],
  });
const bytes = new Uint8Array([1, 2]);
const place = (userId: string, conversationId: string, runId: string) => ({
  ...{ userId, conversationId, runId },
  startedAt: Date.UTC(2026, 10, 24),
});

describe("traces in a bucket", () => {
  it("are joined from the parts of several workers, and go with their conversation alone", async () => {
    const traces = createTraceFiles(openBucket());
    const run = place("u1", "c1", "r1");
    await traces.put(run, { epoch: 1, seq: 1, bytes });
    await traces.put(run, { epoch: 2, seq: 1, bytes: new Uint8Array([3]) });
    await traces.finish(run, { epoch: 2, seq: 2, bytes: new Uint8Array([4]) });
    expect([...((await traces.find(run)) ?? [])]).toEqual([1, 2, 3, 4]);
    const other = place("u1", "c2", "r2");
    await traces.finish(other, { epoch: 1, seq: 1, bytes });
    await traces.deleteOfConversation("u1", "c1");
    expect(await traces.find(run)).toBeNull();
    expect(await traces.find(other)).not.toBeNull();
  });
});

describe.each(bothStores)("traces of an account on $name", ({ openStore }) => {
  it("go with it, and those of others stay", async () => {
    const blobs = openBucket();
    const traces = createTraceFiles(blobs);
    const [own, other] = [place("u1", "c1", "r1"), place("u2", "c1", "r2")];
    for (const run of [own, other]) await traces.finish(run, { epoch: 1, seq: 1, bytes });
    await openPersonData(await openStore(), blobs).deleteAll("u1");
    expect(await traces.find(own)).toBeNull();
    expect(await traces.find(other)).not.toBeNull();
  });
});
