import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { paths } from "@/lib/data/paths";
import { listIndexes, toQuery, type IndexFile } from "@/lib/features/doctor/check-indexes";
import { checkStore } from "@/lib/features/doctor/check-store";
import { diagnose } from "@/lib/features/doctor/diagnose";
import type { Finding } from "@/lib/features/doctor/finding";
import { createProjectId, findSharedEmulator, openEmulatedStore } from "@/tests/support/find-emulator";

const emulator = await findSharedEmulator();
const dataDir = await mkdtemp(join(tmpdir(), "sextant-doctor-"));
const indexes = listIndexes(JSON.parse(await readFile("firestore.indexes.json", "utf8")) as IndexFile);

afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function list(source: Record<string, string>): Promise<Finding[]> {
  const findings: Finding[] = [];
  const given = { AUTH_SECRET: "kJ8#x2vQ9!mZ4rT7pL1wB6nC3yD5hF0s", DATA_DIR: dataDir, ...source };
  for await (const finding of diagnose({
    source: given,
    indexes,
    newId: () => "d1",
    isAsking: false,
    signal: new AbortController().signal,
  }))
    findings.push(finding);
  return findings;
}

describe("diagnose, on Firestore", () => {
  it.skipIf(emulator === null)("writes, reads and deletes there, and leaves nothing", async () => {
    const projectId = createProjectId();
    const findings = await list({ FIREBASE_PROJECT_ID: projectId, FIRESTORE_EMULATOR_HOST: emulator ?? "" });
    expect(findings).toContainEqual({ check: "store", status: "ok", text: expect.any(String) });
    const store = await openEmulatedStore(emulator, projectId);
    const { documents } = await store.scan({ limit: 10 });
    await store.close();
    expect(documents).toEqual([]);
  });

  it("says that nobody answers, and goes on", async () => {
    const findings = await list({
      FIREBASE_PROJECT_ID: "demo-sextant",
      FIRESTORE_EMULATOR_HOST: "127.0.0.1:9",
    });
    expect(findings).toContainEqual({
      check: "store",
      status: "failed",
      text: expect.stringContaining("Storage does not answer"),
    });
    expect(findings.at(-1)).toMatchObject({ check: "files", status: "ok" });
  });

  it("names the variable when the key cannot be read, and not the key", async () => {
    const credentials = {
      clientEmail: "a@demo-sextant.iam.gserviceaccount.com",
      privateKey: "-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----",
    };
    const [found] = await checkStore(
      { driver: "firestore", projectId: "demo-sextant", credentials },
      () => "d1",
    );
    expect(found).toMatchObject({ status: "failed", text: expect.stringContaining("FIREBASE_PRIVATE_KEY") });
    expect(found?.text).not.toContain("hunter2");
  });

  it("refuses an emulator where the site is hosted", async () => {
    const hosted = {
      VERCEL: "1",
      AUTH_URL: "https://chat.example",
      FIREBASE_STORAGE_BUCKET: "demo-bucket",
      STORAGE_EMULATOR_HOST: "http://127.0.0.1:9",
    };
    const findings = await list({
      FIREBASE_PROJECT_ID: "demo-sextant",
      FIRESTORE_EMULATOR_HOST: "127.0.0.1:9",
      ...hosted,
    });
    expect(findings).toContainEqual({
      check: "environment",
      status: "failed",
      text: expect.stringContaining("cannot reach an emulator"),
    });
  });

  it("knows a query for each index that the project has", () => {
    expect(indexes.filter((index) => toQuery(index) === null)).toEqual([]);
    expect(indexes.map(toQuery)).toContainEqual({
      ...{ collection: paths.allRuns, where: [], limit: 1 },
      orderBy: { field: "startedAt", direction: "desc" },
    });
  });
});
