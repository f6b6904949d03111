import { generateImage } from "ai";
import { AppError } from "@/lib/errors";
import { toModelError } from "./model-errors";
import type { Models } from "./models";
import { costMicroUsd, findPrice } from "./prices";

export type ImageRequest = {
  description: string;
  style?: string | undefined;
  aspectRatio?: `${number}:${number}` | undefined;
};
export type MadeImage = { bytes: Uint8Array; mediaType: string; model: string; costMicroUsd: number };

/** By the first model of the chain that can. Throws the last failure, `model_key` for an empty chain. */
export async function makeImage(
  models: Models,
  refs: readonly string[],
  request: ImageRequest,
  signal: AbortSignal,
): Promise<MadeImage> {
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
    ...(aspectRatio === undefined ? {} : toShape(ref, aspectRatio)),
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
        : costMicroUsd(
            {
              inputTokens: result.usage.inputTokens ?? 0,
              outputTokens: result.usage.outputTokens ?? 0,
              images: 1,
            },
            price,
          ),
  };
}

/** Google gets a ratio; OpenAI's API and its like know only sizes (“Create image”, November 2026). */
function toShape(
  ref: string,
  aspectRatio: `${number}:${number}`,
): { aspectRatio: `${number}:${number}` } | { size: `${number}x${number}` } {
  if (ref.startsWith("google:")) return { aspectRatio };
  const [width = 1, height = 1] = aspectRatio.split(":").map(Number);
  if (width === height) return { size: "1024x1024" };
  return { size: width > height ? "1536x1024" : "1024x1536" };
}
