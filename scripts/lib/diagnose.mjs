import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import util from "node:util";
import { listIndexes } from "@/lib/features/doctor/check-indexes";
import { checkVercelFile } from "@/lib/features/doctor/check-vercel";
import { diagnose } from "@/lib/features/doctor/diagnose";
import { readEnvironment } from "./read-environment.mjs";
import { root } from "./root.mjs";

const limitMs = 5 * 60_000;
const usage = `Checks what a deployment with this environment needs.

  npm run doctor                      checks the environment, the store and sign-in
  npm run doctor -- --ask             also asks models, search engines and other services, which may cost a little
  npm run doctor -- --vercel          checks the environment as Vercel would run it
  npm run doctor -- --vercel FILE     checks a file of variables for Vercel by its text alone`;
const { isAsking, isVercel, file } = readOptions();

const counts = { ok: 0, missing: 0, "not asked": 0, failed: 0 };
for await (const finding of listFindings()) {
  counts[finding.status] += 1;
  console.log(`${finding.status.padEnd(9)} ${finding.check.padEnd(15)} ${finding.text}`);
}
const notAsked = `${counts["not asked"]} not asked${isAsking || file ? "" : " (--ask asks them)"}`;
console.log(
  `\n${counts.ok} ok, ${counts.missing} missing (it works without), ${notAsked}, ${counts.failed} failed`,
);
process.exit(counts.failed > 0 ? 1 : 0);

function readOptions() {
  try {
    const options = { ask: { type: "boolean", default: false }, vercel: { type: "boolean", default: false } };
    const { values, positionals } = util.parseArgs({ options, allowPositionals: true });
    const [path, ...more] = positionals;
    const isFile = path !== undefined;
    if (more.length === 0 && (!isFile || (values.vercel && !values.ask)))
      return { isAsking: values.ask, isVercel: values.vercel, file: path };
  } catch {
    // An option that does not exist: the usage says which do.
  }
  console.error(usage);
  process.exit(2);
}

function listFindings() {
  if (file !== undefined) return checkVercelFile(readFile(file));
  return diagnose({
    source: { ...readEnvironment(), ...(isVercel ? { VERCEL: "1" } : {}) },
    indexes: readIndexes(),
    newId: randomUUID,
    isAsking,
    signal: AbortSignal.timeout(limitMs),
  });
}

function readFile(path) {
  try {
    return util.parseEnv(readFileSync(path, "utf8"));
  } catch (error) {
    console.error(`${path} cannot be read: ${error.message}`);
    process.exit(2);
  }
}

function readIndexes() {
  return listIndexes(JSON.parse(readFileSync(join(root, "firestore.indexes.json"), "utf8")));
}
