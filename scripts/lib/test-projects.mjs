import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./root.mjs";

/**
 * Whoever imports one of these touches a process, the network, the disk or a store, or opens the product's
 * services.
 */
const outside =
  /^node:(child_process|dgram|fs|http|https|net|sqlite|tls|worker_threads)(\/|$)|^(@playwright\/test|playwright-core|undici|google-gax|smtp-server|oidc-provider)$|^@\/lib\/(server\/|threads\/|doctor\/|net\/(documents\/|read-)|store\/(chunks\/open|open|embedded|firestore|disk-blobs|bucket-blobs)$|auth\/accounts-auth$|evidence\/claims\/.*model)/;
const labelled = /^@\/tests\/evaluation\//;
/** Takes many seconds, mostly of waiting or of a machine under load: `npm run check` runs it, `npm test` not. */
const long = /\.long\.test\.tsx?$/;
const importStatement = /(?:\bfrom|\bimport)\s*\(?\s*"([^"]+)"/g;

/**
 * The files of a project, relative to the checkout. A test belongs where its imports, and those of the files
 * beside it, put it.
 */
export function listTestFiles(project) {
  const files = readdirSync(join(root, "tests/unit"), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => `tests/unit/${name}`);
  return [...files, "tests/architecture.test.ts"].filter((file) => toProject(file) === project);
}

/** Types count as well: nobody would import the type of a server without using one. */
export function toProject(file) {
  if (long.test(file)) return "long";
  const imported = listImports(file, new Set());
  if ([...imported].some((name) => labelled.test(name))) return "evaluation";
  return [...imported].some((name) => outside.test(name)) ? "integration" : "unit";
}

function listImports(file, found) {
  for (const [, name = ""] of readFileSync(join(root, file), "utf8").matchAll(importStatement)) {
    if (found.has(name)) continue;
    found.add(name);
    const next = findTestFile(file, name);
    if (next !== null && !found.has(next)) {
      found.add(next);
      listImports(next, found);
    }
  }
  return found;
}

/** A file below `tests` that an import means; the product's own are judged by their names. */
function findTestFile(from, name) {
  const path = name.startsWith("./")
    ? join(dirname(from), name)
    : name.startsWith("@/tests/")
      ? name.slice(2)
      : null;
  if (path === null) return null;
  return [`${path}.ts`, `${path}.tsx`].find((each) => existsSync(join(root, each))) ?? null;
}
