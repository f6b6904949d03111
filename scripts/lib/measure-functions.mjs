import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "./root.mjs";

/**
 * What a platform would pack into the function of each route, by the traces that the build wrote: the route's
 * own files, those of the start hook, and Next's whole server. `zipped` adds up files that are compressed one
 * by one, as in a zip. Largest first.
 */
export function measureFunctions(distDir, { folder = root } = {}) {
  const dist = resolve(folder, distDir);
  const shared = ["next-server.js", "server/instrumentation.js"].flatMap((file) =>
    listTraced(join(dist, file)),
  );
  const measure = createMeasure();
  const routes = listRoutes(join(dist, "server/app"));
  const functions = routes.map((file) => {
    const files = [...new Set([...shared, ...listTraced(file)])];
    const sizes = files.map(measure);
    return {
      route: toRoute(relative(join(dist, "server/app"), file)),
      bytes: sum(sizes.map(({ bytes }) => bytes)),
      zipped: sum(sizes.map(({ zipped }) => zipped)),
      files: files.map((path) => relative(folder, path).split(sep).join("/")),
    };
  });
  return functions.sort((one, other) => other.bytes - one.bytes);
}

/** The packages that take the most room in a function, with their bytes. */
export function listHeaviest({ files }, { folder = root, count = 8 } = {}) {
  const bytes = new Map();
  for (const file of files) {
    const name =
      /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? file.split("/").slice(0, 3).join("/");
    bytes.set(name, (bytes.get(name) ?? 0) + sizeOf(join(folder, file)));
  }
  return [...bytes].sort((one, other) => other[1] - one[1]).slice(0, count);
}

function listRoutes(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => /(?:^|[\\/])(?:route|page)\.js$/.test(name))
    .map((name) => join(folder, name));
}

/** A file with everything that it loads. */
function listTraced(file) {
  const trace = `${file}.nft.json`;
  if (!existsSync(trace)) return [];
  const { files } = JSON.parse(readFileSync(trace, "utf8"));
  return [...(existsSync(file) ? [file] : []), ...files.map((name) => resolve(dirname(trace), name))];
}

function createMeasure() {
  const known = new Map();
  return (file) => {
    const size = known.get(file) ?? {
      bytes: sizeOf(file),
      zipped: sizeOf(file) === 0 ? 0 : gzipSync(readFileSync(file)).length,
    };
    known.set(file, size);
    return size;
  };
}

/** Links to folders stand beside the files that they lead to, and weigh nothing. */
function sizeOf(file) {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats?.isFile() ? stats.size : 0;
}

/** `(chat)/c/[id]/page.js` → `/c/[id]`. */
function toRoute(name) {
  const parts = dirname(name)
    .split(sep)
    .filter((part) => part !== "." && !/^\(.*\)$/.test(part));
  return `/${parts.join("/")}`;
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
