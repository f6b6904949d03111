import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSealer, openServerSecret } from "@/lib/secrets";

let folder = "";
beforeEach(async () => void (folder = await mkdtemp(path.join(tmpdir(), "sextant-secret-"))));
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("openServerSecret", () => {
  it("makes a secret that only its owner can read, once", async () => {
    const dataDir = path.join(folder, "data");
    const first = await openServerSecret({ authSecret: undefined, dataDir });
    expect(await openServerSecret({ authSecret: undefined, dataDir })).toBe(first);
    expect(first.length).toBeGreaterThanOrEqual(43);
    expect((await stat(path.join(dataDir, "secret"))).mode & 0o777).toBe(0o600);
    expect(await readFile(path.join(dataDir, "secret"), "utf8")).toBe(first);
  });

  it("takes the environment's secret and writes nothing", async () => {
    expect(await openServerSecret({ authSecret: "s".repeat(32), dataDir: path.join(folder, "none") })).toBe(
      "s".repeat(32),
    );
    await expect(stat(path.join(folder, "none"))).rejects.toThrow("ENOENT");
  });
});

describe("a secret file that a crash left empty", () => {
  it("stops the start instead of sealing with nothing", async () => {
    await writeFile(path.join(folder, "secret"), "");
    await expect(openServerSecret({ authSecret: undefined, dataDir: folder })).rejects.toMatchObject({
      code: "store_invalid",
    });
  });
});

describe("createSealer", () => {
  it("opens what it sealed, and seals the same text differently each time", () => {
    const sealer = createSealer("a".repeat(32));
    expect(sealer.open(sealer.seal("sk-secret"))).toBe("sk-secret");
    expect(sealer.seal("x")).not.toBe(sealer.seal("x"));
    expect(sealer.seal("sk-secret")).not.toContain("sk-secret");
  });

  it("gives null for another secret's, a changed or a broken text", () => {
    const sealed = createSealer("a".repeat(32)).seal("x");
    expect(createSealer("b".repeat(32)).open(sealed)).toBeNull();
    expect(createSealer("a".repeat(32)).open(`${sealed.slice(0, -2)}AA`)).toBeNull();
    expect(createSealer("a".repeat(32)).open("nonsense")).toBeNull();
  });
});
