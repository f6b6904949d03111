import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  copyFileSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";

type LockedPackage = {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
};
export type LockedPackages = Record<string, LockedPackage>;

/**
 * Lays a copy of the bare application out in `target`, with exactly the packages that it needs, hard-linked from the
 * project's own: Next looks for its files in every folder up to the root, and must not find the product's.
 */
export function installBare({
  root,
  source,
  target,
}: {
  root: string;
  source: string;
  target: string;
}): void {
  rmSync(target, { recursive: true, force: true });
  cpSync(source, target, { recursive: true });
  const names = Object.keys(readJson<LockedPackage>(join(source, "package.json")).dependencies ?? {});
  const locked = readJson<{ packages: LockedPackages }>(join(root, "package-lock.json")).packages;
  for (const path of listNeededPackages(locked, names)) {
    if (existsSync(join(root, path))) linkFolder(join(root, path), join(target, path));
  }
}

/** The folders of the named packages and of everything that those ask for, as the lockfile places them. */
export function listNeededPackages(locked: LockedPackages, names: string[]): string[] {
  const needed = new Set<string>();
  const waiting = names.map((name) => findPlace(locked, "", name));
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (path === null || needed.has(path)) continue;
    needed.add(path);
    const { dependencies, optionalDependencies, peerDependencies } = locked[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      waiting.push(findPlace(locked, path, name));
    }
  }
  return [...needed].sort();
}

/** Where Node finds a package from the folder of another; `null` for what is not installed, such as an unused peer. */
function findPlace(locked: LockedPackages, from: string, name: string): string | null {
  const place = `${from === "" ? "" : `${from}/`}node_modules/${name}`;
  if (place in locked) return place;
  if (from === "") return null;
  return findPlace(locked, from.slice(0, Math.max(from.lastIndexOf("/node_modules/"), 0)), name);
}

function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    // Packages inside this one have places of their own.
    if (entry.isDirectory() && entry.name !== "node_modules") linkFolder(source, target);
    if (entry.isFile()) linkFile(source, target);
  }
}

function linkFile(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  try {
    linkSync(from, to);
  } catch {
    // Another file system, or one without hard links.
    copyFileSync(from, to);
  }
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, "utf8")) as T;
}
