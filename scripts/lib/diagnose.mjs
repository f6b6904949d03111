import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import util from "node:util";
import { checkVercelFile } from "@/lib/doctor/check-vercel";
import { diagnose } from "@/lib/doctor/diagnose";
import { readEnvironment } from "./read-environment.mjs";
import { root } from "./root.mjs";

const limitMs = 5 * 60_000;
const [option, file, ...more] = process.argv.slice(2);
if (more.length > 0 || (option !== undefined && option !== "--vercel")) {
  console.error(
    "Usage: npm run doctor [-- --vercel [FILE]]    --vercel judges the environment as one that Vercel would run with, and a file by its text alone",
  );
  process.exit(2);
}

const counts = { ok: 0, missing: 0, failed: 0 };
for await (const finding of listFindings()) {
  counts[finding.status] += 1;
  console.log(`${finding.status.padEnd(8)} ${finding.check.padEnd(15)} ${finding.text}`);
}
console.log(`\n${counts.ok} ok, ${counts.missing} missing (it works without), ${counts.failed} failed`);
process.exit(counts.failed > 0 ? 1 : 0);

function listFindings() {
  if (file !== undefined) return checkVercelFile(readFile(file));
  return diagnose({
    source: { ...readEnvironment(), ...(option === "--vercel" ? { VERCEL: "1" } : {}) },
    indexes: readIndexes(),
    newId: randomUUID,
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
  return JSON.parse(readFileSync(join(root, "firestore.indexes.json"), "utf8")).indexes;
}
