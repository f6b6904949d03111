import { afterAll, beforeAll, expect, it } from "vitest";
import { putIntoDocs } from "./report";
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
