import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { root } from "./root.mjs";

/**
 * Runs the task while no other process of this checkout installs or builds; a lock left by a dead process is
 * taken over.
 */
export async function withLock(
  task,
  { folder = join(root, ".next-lock"), limitMs = 20 * 60_000, pollMs = 200 } = {},
) {
  await takeLock(folder, limitMs, pollMs);
  const release = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", release);
  try {
    return await task();
  } finally {
    process.off("exit", release);
    release();
  }
}

async function takeLock(folder, limitMs, pollMs) {
  const until = Date.now() + limitMs;
  let hasSaidSo = false;
  while (!tryLock(folder)) {
    if (removeDeadLock(folder)) continue;
    if (Date.now() > until)
      throw new Error(`Another start holds ${folder} for too long. If none is running, delete that folder.`);
    if (!hasSaidSo) console.log("Another start is preparing Sextant; waiting for it …");
    hasSaidSo = true;
    await wait(pollMs);
  }
}

function tryLock(folder) {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
  writeFileSync(join(folder, "owner"), `${process.pid} ${randomUUID()}`);
  return true;
}

/** Only the process that could create the reaper file of exactly this dead owner may remove its lock. */
function removeDeadLock(folder) {
  const owner = readOwner(folder);
  if (owner === null || isAlive(Number(owner.split(" ")[0]))) return false;
  const name = owner.replace(/\W/g, "-");
  try {
    mkdirSync(join(folder, `reaper-${name}`));
  } catch {
    return false;
  }
  if (readOwner(folder) !== owner) {
    rmSync(join(folder, `reaper-${name}`), { recursive: true, force: true });
    return false;
  }
  renameSync(folder, `${folder}-${name}`);
  rmSync(`${folder}-${name}`, { recursive: true, force: true });
  return true;
}

/** Who holds it; null when nobody does, or when it was taken this very moment and not yet signed. */
function readOwner(folder) {
  try {
    return readFileSync(join(folder, "owner"), "utf8") || null;
  } catch {
    return isOlderThan(folder, 10_000) ? "0 unsigned" : null;
  }
}

function isOlderThan(folder, ms) {
  try {
    return Date.now() - statSync(folder).mtimeMs > ms;
  } catch {
    return false;
  }
}

function isAlive(pid) {
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
