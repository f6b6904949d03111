import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withLock } from "@/scripts/lib/lock.mjs";

describe("withLock", () => {
  let base = "";
  let options = { folder: "", pollMs: 1 };

  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), "sextant-lock-"));
    options = { folder: join(base, "lock"), pollMs: 1 };
  });
  afterEach(() => rmSync(base, { recursive: true, force: true }));

  it("lets one task run at a time", async () => {
    let running = 0;
    let most = 0;
    const task = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
    };
    await Promise.all(Array.from({ length: 5 }, () => withLock(task, options)));
    expect(most).toBe(1);
  });

  it("is free again after a task that fails", async () => {
    await expect(withLock(() => Promise.reject(new Error("no disk")), options)).rejects.toThrow("no disk");
    await expect(withLock(() => Promise.resolve("next"), options)).resolves.toBe("next");
    expect(existsSync(options.folder)).toBe(false);
  });

  it("takes over what a dead process left behind", async () => {
    mkdirSync(options.folder);
    writeFileSync(join(options.folder, "owner"), "999999999 gone");
    await expect(withLock(() => Promise.resolve("mine"), options)).resolves.toBe("mine");
  });

  it("says which folder is in the way when a living process holds it too long", async () => {
    mkdirSync(options.folder);
    writeFileSync(join(options.folder, "owner"), `${process.pid} alive`);
    await expect(withLock(() => Promise.resolve(), { ...options, limitMs: -1 })).rejects.toThrow(
      options.folder,
    );
  });
});
