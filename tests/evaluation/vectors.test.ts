import { afterAll, beforeAll, expect, it } from "vitest";
import { readHistories } from "./long-memory/histories";
import { listMisses, writeLongMemoryTable } from "./long-memory/report";
import { runHistories } from "./long-memory/run-histories";
import { putIntoDocs } from "./report";
import { listOpenPairs, writeOpenTable } from "./vectors/candidates";
import { askingSets, giveFacts, writeRetrievalTable } from "./vectors/retrieval";
import { startRecordingServer, startVectorServer, type VectorServer } from "./vectors/vector-server";

/** A folder where the model is installed; without it the vectors that were kept of it are used. */
const folder = process.env["VECTOR_MODEL_DIR"];
let server: VectorServer;

beforeAll(async () => {
  server = folder === undefined ? await startVectorServer() : await startRecordingServer(folder);
});
afterAll(() => server.close());

it("counts the facts that a named model finds by meaning", async () => {
  const answers = (await Promise.all(askingSets.map((set) => giveFacts(set, server.compareMeaning)))).flat();
  const table = writeRetrievalTable(answers);
  putIntoDocs("meaning", table);
  console.info(
    `${table}\n\n${answers.map(({ ask, wanted, given }) => `${ask} | ${wanted.join(" ")} | ${given.words.join(" ")} | ${given.meaning.join(" ")}`).join("\n")}`,
  );
  expect([...server.missing]).toEqual([]);
});

it("counts the known facts that are chosen by meaning for a closer look", async () => {
  const pairs = await listOpenPairs(server.compareMeaning);
  const table = writeOpenTable(pairs);
  putIntoDocs("open-pairs", table);
  console.info(table);
  expect([...server.missing]).toEqual([]);
});

it("counts what is answered right over many sessions with meaning beside words, in English", async () => {
  const judged = await runHistories(
    readHistories().filter(({ language }) => language === "en"),
    server.env,
  );
  const table = writeLongMemoryTable(judged);
  putIntoDocs("long-memory-vectors", table.replace(/^\| (?!Class|\*\*).*\n/gmu, ""));
  console.info(`${table}\n\n${listMisses(judged)}`);
  expect([...server.missing]).toEqual([]);
});
