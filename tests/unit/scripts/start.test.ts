import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isSupported } from "@/scripts/lib/choose-node.mjs";
import { findPortProblem } from "@/scripts/lib/port.mjs";
import { ensureRoom } from "@/scripts/lib/room.mjs";
import { toReadyLine } from "@/scripts/lib/serve.mjs";
import { findSetting } from "@/scripts/lib/settings.mjs";

describe("isSupported", () => {
  it.each([
    ["20.20.2", false],
    ["22.12.0", false],
    ["22.13.0", true],
    ["24.0.0", true],
  ])("answers for Node %s: %s", (version, expected) => {
    expect(isSupported(version)).toBe(expected);
  });
});

describe("findPortProblem", () => {
  it("names a port in use and another one to try, and finds nothing wrong once it is free", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    await expect(findPortProblem("127.0.0.1", port)).resolves.toContain(
      `Port ${port} on 127.0.0.1 is already in use`,
    );
    await new Promise((resolve) => server.close(resolve));
    await expect(findPortProblem("127.0.0.1", port)).resolves.toBeNull();
  });

  it.each(["abc", "70000", "-1"])("refuses PORT=%s", async (port) => {
    await expect(findPortProblem("127.0.0.1", port)).resolves.toContain("Set PORT to a number");
  });
});

describe("the line that says where the server is", () => {
  const health = { ok: true, store: "embedded", model: "offline:guide" };

  it("is the address that it listens at, on a server without accounts", () => {
    expect(toReadyLine("http://127.0.0.1:3000", { siteUrl: null, ...health })).toBe(
      "Sextant is ready at http://127.0.0.1:3000 · store embedded · model offline:guide",
    );
  });

  it("is the public address with accounts, which alone answers, and the other one behind it", () => {
    expect(toReadyLine("http://127.0.0.1:4160", { siteUrl: "http://localhost:4160/", ...health })).toBe(
      "Sextant is ready at http://localhost:4160 · listens at http://127.0.0.1:4160 · store embedded · model offline:guide",
    );
    const same = { siteUrl: "http://127.0.0.1:4160", ok: false, reason: "The storage does not answer." };
    expect(toReadyLine("http://127.0.0.1:4160", same)).toBe(
      "Sextant is ready at http://127.0.0.1:4160 · The storage does not answer.",
    );
  });
});

describe("ensureRoom", () => {
  it("says how much room is missing, and nothing where there is enough", () => {
    expect(() => ensureRoom(tmpdir(), 1e12, "Installing")).toThrow(
      /^Installing takes up to 1000000000000 MB, and the disk of \S+ has \d+ MB left\./,
    );
    expect(() => ensureRoom(tmpdir(), 0, "Installing")).not.toThrow();
  });
});

describe("findSetting", () => {
  it("prefers the environment, then .env.local, then .env, and takes an empty value as unset", () => {
    const folder = mkdtempSync(join(tmpdir(), "sextant-settings-"));
    writeFileSync(join(folder, ".env"), "PORT=3001\nHOST=127.0.0.2\n");
    writeFileSync(join(folder, ".env.local"), "PORT=3002\n");
    expect(findSetting("PORT", { env: { PORT: "3003" }, folder })).toBe("3003");
    expect(findSetting("PORT", { env: {}, folder })).toBe("3002");
    expect(findSetting("HOST", { env: { HOST: "" }, folder })).toBeNull();
    expect(findSetting("HOST", { env: {}, folder })).toBe("127.0.0.2");
    rmSync(folder, { recursive: true, force: true });
  });
});
