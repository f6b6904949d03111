import { beforeEach, describe, expect, it } from "vitest";
import type { DiagnoseOptions } from "@/lib/features/doctor/diagnose";
import { diagnose } from "@/lib/features/doctor/diagnose";
import { checkBrowser } from "@/lib/features/doctor/check-web";
import type { Finding } from "@/lib/features/doctor/finding";
import { openBlobs, openStore } from "@/lib/store/open";
import { makeTemporaryFolder } from "@/tests/support/temporary-folder";

let dataDir: string;

beforeEach(() => void (dataDir = makeTemporaryFolder()));

async function list(
  source: Record<string, string>,
  options: Partial<DiagnoseOptions> = {},
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const given = {
    source: { DATA_DIR: dataDir, ...source },
    indexes: [],
    newId: () => "d1",
    isAsking: false,
    signal: new AbortController().signal,
    ...options,
  };
  for await (const finding of diagnose(given)) findings.push(finding);
  return findings;
}

describe("diagnose", () => {
  it("finds nothing wrong with the embedded store on one machine, and leaves nothing there", async () => {
    const findings = await list({});
    expect(findings.filter(({ status }) => status === "failed")).toEqual([]);
    expect(findings.filter(({ status }) => status === "ok").map(({ check }) => check)).toEqual([
      "environment",
      "store",
      "files",
    ]);
    const store = await openStore({ driver: "embedded", dataDir });
    const documents = await store.scan({ limit: 10 });
    await store.close();
    const { blobs } = await (await openBlobs({ driver: "disk", dataDir })).list({ limit: 10 });
    expect([documents.documents, blobs]).toEqual([[], []]);
  });

  it("stops at an environment that cannot be read, and names the variables without their values", async () => {
    const findings = await list({ AUTH_SECRET: "hunter2", PORT: "http" });
    expect(findings).toMatchObject([
      {
        check: "environment",
        status: "failed",
        text: expect.stringMatching(/AUTH_SECRET.*PORT|PORT.*AUTH_SECRET/),
      },
    ]);
    expect(JSON.stringify(findings)).not.toContain("hunter2");
  });

  it("refuses the embedded store on a hosting platform", async () => {
    await expect(list({ VERCEL: "1" })).resolves.toMatchObject([
      { check: "environment", status: "failed", text: expect.stringContaining("FIREBASE_PROJECT_ID") },
    ]);
  });

  it("says that a server is using the folder", async () => {
    const store = await openStore({ driver: "embedded", dataDir });
    const findings = await list({});
    await store.close();
    expect(findings).toContainEqual({
      check: "store",
      status: "failed",
      text: expect.stringMatching(/^opening: .* is in use by .* Stop it first/),
    });
  });

  it("goes on after a failure, so that all is said at once", async () => {
    const findings = await list({
      AUTH_URL: "http://chat.example",
      OIDC_ISSUER: "http://127.0.0.1:9",
      OIDC_CLIENT_ID: "c",
      OIDC_CLIENT_SECRET: "hunter2",
    });
    expect(findings.filter(({ status }) => status === "failed").map(({ check }) => check)).toEqual([
      "accounts",
      "openid",
    ]);
    expect(findings.at(-1)).toMatchObject({ check: "files", status: "ok" });
    expect(JSON.stringify(findings)).not.toContain("hunter2");
  });

  it("ends when it is told to", async () => {
    await expect(list({}, { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow("enough");
  });
});

describe("the doctor's line on the browser", () => {
  it("says that nothing is drawn where the server runs as root, and nothing without a browser", async () => {
    expect(await checkBrowser({ BROWSER_PATH: process.execPath }, true)).toMatchObject([
      { check: "browser", status: "missing", text: expect.stringContaining("another user") as string },
    ]);
    expect(await checkBrowser({ BROWSER_PATH: process.execPath }, false)).toMatchObject([
      { status: "not asked" },
    ]);
    expect(await checkBrowser({ BROWSER_PATH: undefined }, true)).toEqual([]);
  });

  it("says that there is no such program", async () => {
    expect(await checkBrowser({ BROWSER_PATH: "/nothing/chromium" }, false)).toMatchObject([
      { status: "failed" },
    ]);
  });
});
