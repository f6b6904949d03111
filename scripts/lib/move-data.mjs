import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { parseEnv } from "@/lib/env";
import { toBlobConfig, toStoreConfig } from "@/lib/server/store-config";
import { openBlobs, openStore } from "@/lib/store/open";
import { toBackupFile, toBackupPlace } from "@/lib/features/transfer/backup-folder";
import { makeBackup } from "@/lib/features/transfer/make-backup";
import { exportToFile } from "@/lib/features/transfer/export-file";
import { importFromFile } from "@/lib/features/transfer/import-file";
import { readEnvironment } from "./read-environment.mjs";

const usage = `Moves everything that Sextant keeps.

  npm run backup                         writes a file into BACKUP_DIR, also while the server runs
  npm run restore -- FILE                reads it into the empty store that the settings name
  npm run data -- export FILE            writes documents and files into FILE (packed when it ends in .gz)
  npm run data -- import FILE            reads FILE into the empty store that the settings name
  npm run data -- import FILE --merge    reads it into a store that holds other data

Interrupted, the same command goes on where it was; a backup begins anew. A running server holds the embedded store:
stop it first for all but a backup.`;
const exitCodes = { failed: 1, misused: 2, stopped: 130 };

const command = readCommand();
const ending = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => ending.abort());
try {
  const commands = { backup: backUp, export: exportAll, import: importAll };
  await commands[command.name](command);
} catch (error) {
  console.error(toSentence(error));
  process.exitCode = error.code === "aborted" ? exitCodes.stopped : exitCodes.failed;
}

async function backUp() {
  const place = toBackupPlace(parseEnv(readEnvironment()));
  if (place === null) throw new Error("The data is not on this disk. Use npm run data -- export FILE.");
  const { name, bytes, totals } = await makeBackup(place, new Date(), ending.signal);
  const file = resolve(place.folder, toBackupFile(name));
  console.log(`${toText(totals)} are in ${file} (${(bytes / 1e6).toFixed(1)} MB), read back and equal.`);
  printHashes(totals);
}

async function exportAll({ file }) {
  const { place, source, close } = await openPlace();
  try {
    const totals = await exportToFile({
      place,
      source,
      file,
      createdAt: new Date(),
      signal: ending.signal,
      onProgress: createProgress("exported"),
    });
    console.log(`${toText(totals)} are in ${file}.`);
    printHashes(totals);
  } finally {
    await close();
  }
}

async function importAll({ file, merge }) {
  let opened = null;
  const open = async () => (opened = await openPlace()).place;
  const onProgress = (step, totals) =>
    step === "verifying" ? console.error("reading everything back …") : progress[step](totals);
  const progress = { checking: createProgress("checked"), writing: createProgress("imported") };
  try {
    const { totals, written } = await importFromFile({
      openPlace: open,
      file,
      merge,
      signal: ending.signal,
      onProgress,
    });
    console.log(
      `${toText(totals)} are in the store and equal to the file; ${written.documents} and ${written.blobs} of them were written now.`,
    );
    printHashes(totals);
  } finally {
    await opened?.close();
  }
}

async function openPlace() {
  const env = parseEnv(readEnvironment());
  const configs = [toStoreConfig(env), toBlobConfig(env)];
  const store = await openStore(configs[0]);
  const blobs = await openBlobs(configs[1]).catch(async (error) => {
    await store.close();
    throw error;
  });
  return { place: { store, blobs }, source: toSource(configs), close: () => store.close() };
}

function toSource(configs) {
  const names = configs.map(({ driver, dataDir, projectId, bucket }) => [
    driver,
    dataDir && resolve(dataDir),
    projectId,
    bucket,
  ]);
  return createHash("sha256").update(JSON.stringify(names)).digest("hex").slice(0, 16);
}

function readCommand() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { merge: { type: "boolean", default: false } },
    });
    const [name, file, ...more] = positionals;
    if (name === "backup" && file === undefined && !values.merge) return { name };
    const isKnown = name === "import" || (name === "export" && !values.merge);
    if (isKnown && file !== undefined && more.length === 0) return { name, file, merge: values.merge };
  } catch {
    // An option that does not exist: the usage says which do.
  }
  console.error(usage);
  process.exit(exitCodes.misused);
}

function createProgress(verb) {
  let last = Date.now();
  return (totals) => {
    if (Date.now() - last < 1000) return;
    last = Date.now();
    console.error(`${verb} ${toText(totals)} …`);
  };
}

function toText({ documents, blobs }) {
  const count = (number) => number.toLocaleString("en");
  return `${count(documents.count)} documents and ${count(blobs.count)} files (${(blobs.bytes / 1e6).toFixed(1)} MB)`;
}

function printHashes({ documents, blobs }) {
  console.log(`documents ${documents.sha256}\nfiles     ${blobs.sha256}`);
}

/** Our own errors speak for themselves; of others the sentence says what is known. */
function toSentence(error) {
  return error.name === "AppError" ? error.message : `It failed: ${error.message}`;
}
