const limitMs = 120_000;
const rounds = 8;
const documents = 100;

/**
 * Writes and reads in a project that no test uses. A Java that has just begun takes seconds for the first
 * writes, on a busy machine more than the ten that the product allows a call: tests shall not pay for that.
 */
export async function warmEmulator(host: string): Promise<void> {
  const database = "projects/warm/databases/(default)";
  const signal = AbortSignal.timeout(limitMs);
  const post = async (verb: string, body: object): Promise<void> => {
    const response = await fetch(`http://${host}/v1/${database}/documents:${verb}`, {
      ...{ method: "POST", signal, body: JSON.stringify(body) },
      headers: { authorization: "Bearer owner", "content-type": "application/json" },
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`The emulator does not take what warms it: ${text.slice(0, 300)}`);
  };
  const toName = (index: number) => `${database}/documents/warm/${index}`;
  const toWrite = (index: number) => ({
    update: { name: toName(index), fields: { n: { integerValue: `${index}` } } },
    updateTransforms: [{ fieldPath: "sum", increment: { integerValue: "1" } }],
  });
  const writes = Array.from({ length: documents }, (_, index) => toWrite(index));
  const structuredQuery = {
    from: [{ collectionId: "warm" }],
    orderBy: [{ field: { fieldPath: "n" } }],
    limit: documents,
  };
  for (let round = 0; round < rounds; round += 1) {
    await post("commit", { writes });
    await Promise.all(writes.slice(0, 20).map((write) => post("commit", { writes: [write] })));
    await post("runQuery", { structuredQuery });
    await post("beginTransaction", {});
  }
}
