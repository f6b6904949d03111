import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "./child.mjs";
import { findChromium } from "./find-chromium.mjs";
import { root } from "./root.mjs";

/**
 * A Chromium that starts: found, else installed by Debian's packages, else Playwright's own. Null when none
 * can be had.
 */
export async function openChromium() {
  return (await findWorking()) ?? (await installDebianChromium()) ?? (await installPlaywrightChromium());
}

async function findWorking() {
  return [findChromium(), await findPlaywrightChromium()].find(canStart) ?? null;
}

/** Installs Debian's Chromium where no browser is found, which needs none of our packages. */
export async function installSystemChromium() {
  if (!canStart(findChromium())) await installDebianChromium();
}

async function installDebianChromium() {
  if (process.platform !== "linux" || process.getuid?.() !== 0 || !existsSync("/etc/debian_version"))
    return null;
  console.log("No Chromium here: installing Debian's …");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const options = { env, limitMs: 4 * 60_000 };
  const install = async (name) =>
    (await runProgram(
      "apt-get",
      ["install", "-y", "-qq", "--no-install-recommends", name, "fonts-liberation"],
      options,
    )) === 0;
  if (await install("chromium-headless-shell")) return findWorking();
  await runProgram("apt-get", ["update", "-qq"], options);
  // Older releases of Debian have only the whole browser.
  if (!(await install("chromium-headless-shell"))) await install("chromium");
  return findWorking();
}

async function installPlaywrightChromium() {
  console.log("No Chromium here: asking Playwright for its own …");
  const env = { ...process.env };
  delete env.PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD;
  const args = [join(root, "node_modules/@playwright/test/cli.js"), "install", "chromium"];
  await runProgram(process.execPath, args, { env, limitMs: 4 * 60_000 });
  return findWorking();
}

async function findPlaywrightChromium() {
  try {
    const { chromium } = await import("@playwright/test");
    return chromium.executablePath();
  } catch {
    return null;
  }
}

/** A file that is there may still be a wrapper that only says where to get the real one. */
function canStart(file) {
  if (!file || !existsSync(file)) return false;
  if (process.platform === "win32") return true;
  return spawnSync(file, ["--version"], { timeout: 30_000, stdio: "ignore" }).status === 0;
}
