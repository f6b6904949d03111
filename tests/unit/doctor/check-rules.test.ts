import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkRules } from "@/lib/features/doctor/check-rules";
import { noEmulator, startFirestoreEmulator } from "@/tests/support/firestore-emulator";
import type { FirestoreEmulator } from "@/tests/support/firestore-emulator";

const signal = new AbortController().signal;
const toRules = (allow: string) =>
  `rules_version = '2';\nservice cloud.firestore { match /databases/{d}/documents { match /{path=**} { ${allow} } } }\n`;
const folder = await mkdtemp(join(tmpdir(), "sextant-rules-"));
const file = join(folder, "deny.rules");
await writeFile(file, toRules("allow read, write: if false;"));
const denying = await startFirestoreEmulator({ rules: file });
if (denying === null) console.warn(noEmulator);

describe.skipIf(denying === null)("checkRules", () => {
  let open: FirestoreEmulator | null = null;

  beforeAll(async () => void (open = await startFirestoreEmulator()));
  afterAll(async () => {
    await Promise.all([denying?.close(), open?.close()]);
    await rm(folder, { recursive: true, force: true });
  });

  const check = (emulatorHost: string) =>
    checkRules({ driver: "firestore", projectId: "demo-sextant", emulatorHost }, () => "d1", signal);

  it("is content where strangers are refused", async () => {
    await expect(check(denying?.host ?? "")).resolves.toEqual([
      { check: "rules", status: "ok", text: "strangers are refused" },
    ]);
  });

  it("fails where anybody may read, list and write, and takes away what it wrote", async () => {
    const host = open?.host ?? "";
    await expect(check(host)).resolves.toMatchObject([
      { status: "failed", text: expect.stringContaining("anyone can read, list, write without signing in") },
    ]);
    const left = await fetch(
      `http://${host}/v1/projects/demo-sextant/databases/(default)/documents/doctor/d1`,
    );
    expect(left.status).toBe(404);
  });

  it("does not take silence for a refusal", async () => {
    await expect(check("127.0.0.1:9")).resolves.toMatchObject([
      { status: "failed", text: expect.stringContaining("no clear answer") },
    ]);
  });
});
