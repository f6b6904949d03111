import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { typescriptFlags } from "@/scripts/lib/run-typescript.mjs";
import { makeTemporaryFolder } from "@/tests/support/temporary-folder";

let dataDir: string;

beforeEach(() => void (dataDir = makeTemporaryFolder()));

/** Without what the machine or its `.env` sets: an empty value means unset. */
const unset = {
  FIREBASE_PROJECT_ID: "",
  STORE: "",
  AUTH_URL: "",
  AUTH_SECRET: "",
  ADMIN_EMAILS: "",
  ALLOWED_EMAILS: "",
  AUTH_GOOGLE_ID: "",
  OIDC_ISSUER: "",
  SMTP_URL: "",
  HOST: "",
};

function diagnose(
  env: Record<string, string>,
  args: string[] = [],
): Promise<{ code: number; output: string }> {
  const options = { env: { ...process.env, ...unset, DATA_DIR: dataDir, ...env }, timeout: 60_000 };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...typescriptFlags, "scripts/lib/diagnose.mjs", ...args],
      options,
      (error, stdout, stderr) =>
        resolve({
          code: typeof error?.code === "number" ? error.code : error === null ? 0 : -1,
          output: stdout + stderr,
        }),
    );
  });
}

describe("the doctor", () => {
  it("gives a line a check and ends well where nothing failed", async () => {
    const { code, output } = await diagnose({});
    expect(output).toMatch(/^ok +store +opens, writes, reads, runs a transaction and deletes$/m);
    expect(output).toMatch(
      /^\d+ ok, \d+ missing \(it works without\), \d+ not asked \(--ask asks them\), 0 failed$/m,
    );
    expect(code).toBe(0);
  });

  it("ends with 1 where something failed, and prints no secret", async () => {
    const { code, output } = await diagnose({ AUTH_SECRET: "hunter2hunter2hunter2hunter2hunter2" });
    expect(output).toMatch(/^failed +secret +AUTH_SECRET is easy to guess/m);
    expect(output).not.toContain("hunter2");
    expect(code).toBe(1);
  });

  it("judges the environment as Vercel's when asked to", async () => {
    const { code, output } = await diagnose({}, ["--vercel"]);
    expect(output).toMatch(/^failed +environment .*FIREBASE_PROJECT_ID/m);
    expect(code).toBe(1);
  });

  it("judges a file for Vercel by its text alone, without what this machine sets", async () => {
    const file = join(dataDir, "vercel.env");
    writeFileSync(file, "AUTH_URL=https://chat.example\nHOST=0.0.0.0\n");
    const { code, output } = await diagnose({ FIREBASE_PROJECT_ID: "demo-sextant" }, ["--vercel", file]);
    expect(output).toMatch(/^failed +environment .*FIREBASE_PROJECT_ID/m);
    expect(output).toMatch(/^missing +no effect +remove HOST: /m);
    expect(code).toBe(1);
  });

  it("says which file it cannot read", async () => {
    const { code, output } = await diagnose({}, ["--vercel", join(dataDir, "none.env")]);
    expect(output).toMatch(/none\.env cannot be read/);
    expect(code).toBe(2);
  });

  it("refuses other words with how it is used", async () => {
    const { code, output } = await diagnose({}, ["--help-me"]);
    expect(output).toMatch(/npm run doctor -- --ask/);
    expect(code).toBe(2);
  });
});
