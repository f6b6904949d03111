import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { createProjectId, findSharedEmulator, openEmulatedStore } from "@/tests/support/find-emulator";
import { startStorageServer } from "@/tests/support/storage-server";
import { makeTemporaryFolder } from "@/tests/support/temporary-folder";
import { exportPlace, fillPlace, importInto, openPlace, readPlace } from "./places";
import { runData, startData } from "./run-data";

const host = await findSharedEmulator();
const server = await startStorageServer();
afterAll(() => server.stop());

async function openCloud(projectId = createProjectId()) {
  const store = await openEmulatedStore(host, projectId);
  onTestFinished(() => store.close());
  return { store, blobs: (await openPlace()).blobs };
}

describe.skipIf(host === null)("moving through Firestore", () => {
  it("brings what the embedded store had back unchanged, by the same hashes", async () => {
    const [from, cloud, back] = [await openPlace(), await openCloud(), await openPlace()];
    await fillPlace(from, { documents: 700, files: 6 });
    const there = await importInto(cloud, await exportPlace(from));
    const again = await importInto(back, await exportPlace(cloud));
    expect(again).toEqual(there);
    expect(await readPlace(back)).toEqual(await readPlace(from));
  });

  it("refuses a project that holds other data, and takes it when asked to merge", async () => {
    const [from, cloud] = [await openPlace(), await openCloud()];
    await fillPlace(from, { documents: 30, files: 0 });
    await cloud.store.set("users/other", { mine: true });
    const file = await exportPlace(from);
    await expect(importInto(cloud, file)).rejects.toMatchObject({ code: "conflict" });
    expect((await importInto(cloud, file, { merge: true })).written.documents).toBe(30);
    expect((await cloud.store.find("users/other"))?.data).toEqual({ mine: true });
  });
});

describe.skipIf(host === null)("npm run data with Firestore and a bucket", { timeout: 90_000 }, () => {
  it("moves from the disk to the cloud and on to another disk by what the environment says, killed in between", async () => {
    const folder = makeTemporaryFolder();
    const [first, second, third] = [
      join(folder, "a.jsonl.gz"),
      join(folder, "b.jsonl"),
      join(folder, "target"),
    ];
    const source = await openPlace(join(folder, "source"));
    await fillPlace(source, { documents: 1500, files: 5 });
    const before = await readPlace(source);
    await source.store.close();
    const projectId = createProjectId();
    const env = toCloud(projectId);

    const exported = await runData(source.dataDir, ["export", first]);
    const killed = startData("", ["import", first], { env });
    const cloud = await openEmulatedStore(host, projectId);
    await waitForDocuments(() => cloud.scan({ limit: 300 }));
    killed.kill("SIGKILL");
    await killed.end;
    expect((await cloud.scan({ limit: 500 })).documents.length).toBeGreaterThan(0);
    await cloud.close();

    expect(await runData("", ["import", first], { env })).toMatchObject({ code: 0 });
    const fromCloud = await runData("", ["export", second], { env });
    expect(fromCloud.output.split("\n").slice(1)).toEqual(exported.output.split("\n").slice(1));
    expect(await runData(third, ["import", second])).toMatchObject({ code: 0 });
    expect(await readPlace(await openPlace(third))).toEqual(before);
  });

  it("ends with a sentence when the bucket does not exist", async () => {
    const env = { ...toCloud(createProjectId()), FIREBASE_STORAGE_BUCKET: "no-such-bucket" };
    const ended = await runData("", ["export", join(makeTemporaryFolder(), "x")], { env });
    expect(ended).toMatchObject({
      code: 1,
      errors: "The bucket that FIREBASE_STORAGE_BUCKET names does not exist.\n",
    });
  });
});

function toCloud(projectId: string): Record<string, string> {
  return {
    STORE: "firestore",
    AUTH_SECRET: "0123456789abcdef0123456789abcdef",
    FIREBASE_PROJECT_ID: projectId,
    FIRESTORE_EMULATOR_HOST: host ?? "",
    FIREBASE_STORAGE_BUCKET: server.bucket,
    STORAGE_EMULATOR_HOST: server.origin,
  };
}

async function waitForDocuments(list: () => Promise<{ documents: unknown[] }>): Promise<void> {
  const until = AbortSignal.timeout(60_000);
  while ((await list()).documents.length < 300) until.throwIfAborted();
}
