import { readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { runProgram } from "./lib/child.mjs";
import { ensureSupportedNode } from "./lib/choose-node.mjs";
import { openChromium } from "./lib/open-chromium.mjs";
import { prepareOrExit } from "./lib/prepare.mjs";
import { root } from "./lib/root.mjs";

await ensureSupportedNode();
await prepareOrExit();
/** Of the lines of `lib`, by the unit and integration tests together. */
const wantedPercent = 85;
const lowPercent = 60;
const report = join(root, "coverage/coverage-summary.json");

/** `npm run coverage -- --project unit` measures one project, and then asks for no share. */
const given = process.argv.slice(2);
const projects = given.length > 0 ? given : ["--project", "unit", "--project", "integration"];
const chromium = given.includes("unit") ? null : await openChromium();
const env = { ...process.env, ...(chromium !== null && { CHROMIUM_PATH: chromium }) };
rmSync(report, { force: true });
const vitest = ["node_modules/vitest/vitest.mjs", "run", "--coverage", "--coverage.reportOnFailure"];
const code = await runProgram(process.execPath, [...vitest, ...projects], { env });

const summary = Object.entries(JSON.parse(readFileSync(report, "utf8")));
const files = summary
  .filter(([file]) => file !== "total")
  .map(([file, { lines }]) => ({ file: relative(root, file), ...lines }));
const own = files.filter(({ file }) => file.startsWith("lib/"));
const sum = (list, field) => list.reduce((total, one) => total + one[field], 0);
const folders = [...new Set(own.map(({ file }) => file.split("/").slice(0, 2).join("/")))].toSorted();
const percent = toPercent(own);

console.log(
  `\nLines that ran, of lib: ${percent.toFixed(1)}% (${sum(own, "covered")} of ${sum(own, "total")})`,
);
for (const folder of folders) {
  const list = own.filter(({ file }) => file === folder || file.startsWith(`${folder}/`));
  console.log(`${toPercent(list).toFixed(1).padStart(6)}%  ${folder}`);
}
const low = own.filter(({ pct, total }) => total > 0 && pct < lowPercent).toSorted((a, b) => a.pct - b.pct);
console.log(`\n${low.length} files of lib under ${lowPercent}%:`);
for (const { file, pct, total } of low) console.log(`${pct.toFixed(1).padStart(6)}% of ${total}  ${file}`);

const isShort = given.length === 0 && percent < wantedPercent;
if (isShort) console.error(`\nlib is below ${wantedPercent}%.`);
process.exit(code !== 0 || isShort ? 1 : 0);

function toPercent(list) {
  const total = sum(list, "total");
  return total === 0 ? 100 : (100 * sum(list, "covered")) / total;
}
