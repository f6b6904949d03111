import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A new folder, deleted after the test; other accounts may enter it, since one test runs as another. */
export function makeTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "sextant-"));
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
