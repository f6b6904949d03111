import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openPackageRegistry, type RegistryMood, toLockEntry } from "@/tests/support/package-registry";

const names = ["needed", "tool", "for-here", "for-elsewhere"];

describe("installPackages", () => {
  it("installs for a start what starting needs, for tests the rest, and leaves that to later starts", async () => {
    const { folder, install, listInstalled, registry } = await openProject();
    expect(await install("start")).toMatchObject({ code: 0 });
    expect(listInstalled()).toEqual(["needed", "for-here"]);
    const untouched = join(folder, "node_modules/needed/untouched");
    writeFileSync(untouched, "");
    expect(await install("all")).toMatchObject({ code: 0 });
    expect(listInstalled()).toEqual(["needed", "tool", "for-here"]);
    expect(existsSync(untouched)).toBe(true);
    const asked = registry.asked.length;
    expect(await install("start")).toEqual({ code: 0, output: "" });
    expect(listInstalled()).toContain("tool");
    expect(registry.asked).toHaveLength(asked);
  });

  it("keeps the tools when the lockfile changes, also those that somebody installed without us", async () => {
    const { folder, install, listInstalled, writeLock } = await openProject();
    await install("all");
    rmSync(join(folder, "node_modules/.sextant-stamp"));
    writeLock({ description: "changed" });
    expect(await install("start")).toMatchObject({ code: 0 });
    expect(listInstalled()).toContain("tool");
  });

  it("says in one line that it installs, and in another how long that took", async () => {
    const { install } = await openProject();
    expect((await install("start")).output).toMatch(/^Installing packages …\nInstalled packages in \d+ s\n$/);
  });

  it("waits for a registry that answers late", async () => {
    const { install, registry, listInstalled } = await openProject();
    registry.mood = "late";
    expect(await install("start")).toMatchObject({ code: 0 });
    expect(listInstalled()).toContain("needed");
  });

  it.each<[RegistryMood, RegExp]>([
    ["silent", /does not answer \(FETCH_ERROR\)/],
    ["failing", /does not answer \(E503\)/],
    ["cut", /does not answer \(ECONNRESET\)/],
  ])("says that a registry is %s, and goes on when it is well again", async (mood, message) => {
    const { install, registry, listInstalled } = await openProject();
    registry.mood = mood;
    const failed = await install("start");
    expect(failed).toMatchObject({ code: 1, output: expect.stringMatching(message) });
    expect(failed.output).toContain("The packages could not be installed: the package registry");
    registry.mood = "well";
    expect(await install("start")).toMatchObject({ code: 0 });
    expect(listInstalled()).toEqual(["needed", "for-here"]);
  });

  it("says that nothing listens where the registry should be", async () => {
    const { install, registry } = await openProject();
    await registry.close();
    expect(await install("start")).toMatchObject({
      code: 1,
      output: expect.stringContaining("does not answer (ECONNREFUSED)"),
    });
  });

  it("takes a package for this machine that could not be fetched for no finished installation", async () => {
    const { install, registry, listInstalled } = await openProject();
    registry.mood = { without: "for-here" };
    expect(await install("start")).toMatchObject({
      code: 1,
      output: expect.stringContaining("did not give for-here."),
    });
    registry.mood = "well";
    expect(await install("start")).toMatchObject({ code: 0 });
    expect(listInstalled()).toContain("for-here");
  });

  it("ends npm when it is interrupted, and begins anew the next time", async () => {
    const { install, begin, registry, listInstalled } = await openProject();
    registry.mood = "silent";
    const { child, ended } = begin("start");
    await expect.poll(() => registry.asked.length).toBeGreaterThan(0);
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ code: 143 });
    await expect.poll(registry.countConnections).toBe(0);
    registry.mood = "well";
    expect(await install("start")).toMatchObject({ code: 0 });
    expect(listInstalled()).toEqual(["needed", "for-here"]);
  });
});

/** A checkout with one package of each kind, and a registry that has them. */
async function openProject() {
  const folder = mkdtempSync(join(tmpdir(), "sextant-install-"));
  const registry = await openPackageRegistry(names);
  onTestFinished(async () => {
    await registry.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const own = {
    name: "project",
    version: "1.0.0",
    dependencies: { needed: "1.0.0" },
    devDependencies: { tool: "1.0.0" },
    optionalDependencies: { "for-here": "1.0.0", "for-elsewhere": "1.0.0" },
  };
  const writeLock = (more: object = {}) => {
    const packages = {
      "": own,
      "node_modules/needed": toLockEntry("needed"),
      "node_modules/tool": { ...toLockEntry("tool"), dev: true },
      "node_modules/for-here": { ...toLockEntry("for-here"), optional: true, ...here },
      "node_modules/for-elsewhere": { ...toLockEntry("for-elsewhere"), optional: true, os: ["aix"] },
    };
    const lock = { name: own.name, version: own.version, lockfileVersion: 3, requires: true, packages };
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ ...lock, ...more }));
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify(own));
  writeLock();
  mkdirSync(join(folder, "cache"));
  const begin = (wanted: "start" | "all") => beginInstall(folder, wanted, registry.url);
  return {
    folder,
    registry,
    writeLock,
    begin,
    install: (wanted: "start" | "all") => begin(wanted).ended,
    listInstalled: () => names.filter((name) => existsSync(join(folder, "node_modules", name))),
  };
}

const here = { os: [process.platform], cpu: [process.arch] };

type Ending = { code: number | null; output: string };

/** As `npm start` does it, in a process of its own. */
function beginInstall(
  folder: string,
  wanted: string,
  registry: string,
): { child: ChildProcess; ended: Promise<Ending> } {
  const program = `
    import { installPackages } from ${JSON.stringify(join(process.cwd(), "scripts/lib/install.mjs"))};
    try {
      await installPackages(${JSON.stringify(wanted)}, { folder: ${JSON.stringify(folder)} });
    } catch (error) {
      console.log(error.message);
      process.exit(1);
    }`;
  const env = {
    ...process.env,
    npm_config_registry: registry,
    // The lockfile names another place.
    npm_config_replace_registry_host: "always",
    npm_config_cache: join(folder, "cache"),
    npm_config_fetch_timeout: "2000",
    npm_config_fetch_retries: "0",
  };
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], { env });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, output }));
  return { child, ended };
}
