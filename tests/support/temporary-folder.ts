import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";

/** A new folder, deleted after the test; other accounts may enter it, since one test runs as another. */
export function makeTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "sextant-"));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
