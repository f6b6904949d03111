import { generateImage } from "ai";
import { AppError } from "@/lib/errors";
import { toModelError } from "./model-errors";
import type { Models } from "./models";
import { costMicroUsd, findPrice } from "./prices";

export type ImageRequest = { description: string; style?: string | undefined; aspectRatio?: `${number}:${number}` | undefined };
export type MadeImage = { bytes: Uint8Array; mediaType: string; model: string; costMicroUsd: number };

/** Makes one picture with the first model of the chain that can. Throws the last one's failure, `model_key` for an empty chain. */
export async function makeImage(models: Models, refs: readonly string[], request: ImageRequest, signal: AbortSignal): Promise<MadeImage> {
  let failure = new AppError("model_key", "No image model is set up. Add a key in Admin → Models.");
  for (const ref of refs) {
    try {
      return await makeWith(models, ref, request, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      failure = toModelError(error, ref);
    }
  }
  throw failure;
}

async function makeWith(
  models: Models,
  ref: string,
  { description, style, aspectRatio }: ImageRequest,
  signal: AbortSignal,
): Promise<MadeImage> {
  const result = await generateImage({
    model: await models.image(ref),
    prompt: style === undefined ? description : `${description}\n\nStyle: ${style}`,
    ...(aspectRatio === undefined ? {} : { aspectRatio }),
    maxRetries: 0,
    abortSignal: signal,
  });
  const price = findPrice(ref);
  return {
    bytes: result.image.uint8Array,
    mediaType: result.image.mediaType,
    model: ref,
    costMicroUsd:
      price === null
        ? 0
        : costMicroUsd({ inputTokens: result.usage.inputTokens ?? 0, outputTokens: result.usage.outputTokens ?? 0, images: 1 }, price),
  };
}
