import { generateImage } from "ai";
import { AppError } from "@/lib/errors";
import { toModelError } from "./model-errors";
import type { Models } from "./models";
import { pay } from "@/lib/money/purse";
import { costMicroUsd, estimateTokens, toCharge, toImageCharge, type Price } from "./prices";

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
  const inputTokens = estimateTokens(toPrompt(request));
  const most = refs.map((ref) => {
    const { price } = models.describe(ref);
    return toImageCharge(price) + toCharge({ inputTokens }, price);
  });
  return pay(
    Math.max(0, ...most),
    async (spend) => {
      const { charge, ...made } = await makeWithAny(models, refs, request, signal);
      spend(charge, made.costMicroUsd);
      return made;
    },
    "picture",
  );
}

type Charged = MadeImage & { charge: number };

async function makeWithAny(
  models: Models,
  refs: readonly string[],
  request: ImageRequest,
  signal: AbortSignal,
): Promise<Charged> {
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
  request: ImageRequest,
  signal: AbortSignal,
): Promise<Charged> {
  const { aspectRatio } = request;
  const result = await generateImage({
    model: await models.image(ref),
    prompt: toPrompt(request),
    ...(aspectRatio === undefined ? {} : toShape(ref, aspectRatio)),
    ...(ref.startsWith("openai:gpt-image") ? { providerOptions: { openai: { quality: "medium" } } } : {}),
    maxRetries: 0,
    abortSignal: signal,
  });
  const { price } = models.describe(ref);
  const { inputTokens = 0, outputTokens = 0 } = result.usage;
  return {
    bytes: result.image.uint8Array,
    mediaType: result.image.mediaType,
    model: ref,
    ...toCost({ inputTokens, outputTokens }, price),
  };
}

function toPrompt({ description, style }: ImageRequest): string {
  return style === undefined ? description : `${description}\n\nStyle: ${style}`;
}

/** `charge` is what counts against the money where the price is unknown, too. */
function toCost(
  usage: { inputTokens: number; outputTokens: number },
  price: Price | null,
): Pick<Charged, "costMicroUsd" | "charge"> {
  if (price === null) return { costMicroUsd: 0, charge: toImageCharge(null) };
  const cost = costMicroUsd({ ...usage, images: 1 }, price);
  return { costMicroUsd: cost, charge: cost };
}

/**
 * Google is asked for a ratio. The image API of OpenAI and of those who speak it knows only sizes (“Create
 * image”, November 2026).
 */
function toShape(
  ref: string,
  aspectRatio: `${number}:${number}`,
): { aspectRatio: `${number}:${number}` } | { size: `${number}x${number}` } {
  if (ref.startsWith("google:")) return { aspectRatio };
  const [width = 1, height = 1] = aspectRatio.split(":").map(Number);
  if (width === height) return { size: "1024x1024" };
  return { size: width > height ? "1536x1024" : "1024x1536" };
}
