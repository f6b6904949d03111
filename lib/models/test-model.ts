import type { EmbeddingModelV4, ImageModelV4, LanguageModelV4 } from "@ai-sdk/provider";
import type { ModelTestReply } from "@/lib/protocol/settings";
import { toModelError } from "./model-errors";

type Opener = {
  language(ref: string): Promise<LanguageModelV4>;
  image(ref: string): Promise<ImageModelV4>;
  embedding(ref: string): Promise<EmbeddingModelV4>;
};

const testLimitMs = 20_000;
const imageTestLimitMs = 60_000;

/** Makes one real, tiny call and says how it went. Never throws. An image reference makes (and pays for) one image. */
export async function testModel(ref: string, open: Opener, signal?: AbortSignal): Promise<ModelTestReply> {
  const startedAt = performance.now();
  const limit = AbortSignal.timeout(isImageRef(ref) ? imageTestLimitMs : testLimitMs);
  try {
    await callOnce(ref, open, signal ? AbortSignal.any([signal, limit]) : limit);
    const latencyMs = toElapsed(startedAt);
    return { ok: true, latencyMs, message: `${ref} answered in ${latencyMs} ms.` };
  } catch (error) {
    const message = limit.aborted ? `${ref} did not answer in time.` : toModelError(error, ref).message;
    return { ok: false, latencyMs: toElapsed(startedAt), message };
  }
}

async function callOnce(ref: string, open: Opener, abortSignal: AbortSignal): Promise<void> {
  if (isImageRef(ref)) {
    const model = await open.image(ref);
    await model.doGenerate({ ...emptyImageCall, prompt: "A blue dot on white", abortSignal });
  } else if (isEmbeddingRef(ref)) {
    const model = await open.embedding(ref);
    await model.doEmbed({ values: ["ok"], abortSignal });
  } else {
    const model = await open.language(ref);
    const prompt = [
      { role: "user" as const, content: [{ type: "text" as const, text: "Reply with the word OK." }] },
    ];
    await model.doGenerate({ prompt, maxOutputTokens: 64, abortSignal });
  }
}

const emptyImageCall = {
  n: 1,
  size: undefined,
  aspectRatio: undefined,
  seed: undefined,
  files: undefined,
  mask: undefined,
  providerOptions: {},
};

function isImageRef(ref: string): boolean {
  return /image|banana|dall-e|flux|diffusion/i.test(ref);
}

function isEmbeddingRef(ref: string): boolean {
  return /embed|(?:^|[:/])(?:bge|e5|gte)-/i.test(ref);
}

function toElapsed(startedAt: number): number {
  return Math.round(performance.now() - startedAt);
}
