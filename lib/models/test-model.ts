import { isStepCount, streamText, tool, type ToolSet } from "ai";
import { z } from "zod";
import { AppError, findErrorCode } from "@/lib/errors";
import type { ModelLack, ModelTestReply, ModelTier } from "@/lib/protocol/settings";
import { createAskSmall } from "./ask";
import { createModelMemory } from "./model-memory";
import { toModelError } from "./model-errors";
import { isEmbeddingRef } from "./model-info";
import type { Models } from "./models";
import { openChain } from "./open-chain";

/** `tiers`: what it is in use for, else its name says it. */
export type ModelTest = { tiers?: readonly ModelTier[]; temperature?: number; signal: AbortSignal };

const limitMs = 45_000;
/** A server of one's own may load the model first. */
const nearLimitMs = 300_000;

/**
 * Tries a model as it is used: an answering one by a stream with a tool and its result, a small one by a
 * question with a structured answer, one for pictures (which is paid for) or vectors by making one. Never
 * throws.
 */
export async function testModel(models: Models, ref: string, test: ModelTest): Promise<ModelTestReply> {
  const startedAt = performance.now();
  const limit = AbortSignal.timeout(models.describe(ref).isNear ? nearLimitMs : limitMs);
  const toReply = (ok: boolean, message: string, lacks: ModelLack[] = []): ModelTestReply => ({
    ...{ ok, message, lacks },
    latencyMs: Math.round(performance.now() - startedAt),
  });
  try {
    const signal = AbortSignal.any([test.signal, limit]);
    const { problem = null, lacks } = await tryUses(models, ref, { ...test, signal });
    return toReply(problem === null, problem ?? "", lacks);
  } catch (error) {
    if (limit.aborted) return toReply(false, `${ref} did not answer in time.`);
    return toReply(false, toModelError(error, ref).message);
  }
}

/** `problem`: why it does not work, where it is known what it lacks. */
type TriedModel = { lacks: ModelLack[]; problem?: string };

async function tryUses(models: Models, ref: string, { tiers = [], ...test }: ModelTest): Promise<TriedModel> {
  const { signal: abortSignal } = test;
  const isUsedFor = (tier: ModelTier, isNamedSo = false) =>
    tiers.length === 0 ? isNamedSo : tiers.includes(tier);
  if (isUsedFor("image", isImageRef(ref))) {
    const model = await models.image(ref);
    await model.doGenerate({ ...emptyImageCall, prompt: "A blue dot on white", abortSignal });
    return { lacks: [] };
  }
  if (isUsedFor("embedding", isEmbeddingRef(ref))) {
    const model = await models.embedding(ref);
    await model.doEmbed({ values: ["ok"], abortSignal });
    return { lacks: [] };
  }
  const isSmallOnly = tiers.every((tier) => tier === "lite") && isUsedFor("lite");
  const tried = isSmallOnly ? { lacks: [] } : await tryTool(models, ref, test);
  const lacksForms = isUsedFor("lite") && (await lacksForm(models, ref, test));
  return lacksForms ? { ...tried, lacks: [...tried.lacks, "forms"] } : tried;
}

const note = "The bird is a heron.";

/** Throws what the model throws, but where it answers as soon as it is given no tool. */
async function tryTool(models: Models, ref: string, test: Omit<ModelTest, "tiers">): Promise<TriedModel> {
  try {
    const [first, second] = await streamSteps(models, ref, { ...test, tools: { read_note: readNote } });
    if (first === undefined || (first.toolCalls.length === 0 && first.text.trim() === ""))
      throw new AppError("model_unavailable", `${ref} gave no answer.`);
    if (second === undefined) return { lacks: ["tools"] };
    return { lacks: second.text.trim() === "" ? ["results"] : [] };
  } catch (error) {
    if (findErrorCode(error) !== "model_rejected") throw error;
    const plain = await streamSteps(models, ref, { ...test, tools: {} }).catch(() => []);
    if (plain.length === 0) throw error;
    return { lacks: ["tools"], problem: toModelError(error, ref).message };
  }
}

const readNote = tool({
  description: "Shows the note.",
  inputSchema: z.object({ reason: z.string().describe("Why the note is needed") }),
  execute: () => ({ note }),
});

async function streamSteps(
  models: Models,
  ref: string,
  { temperature, signal, tools }: Omit<ModelTest, "tiers"> & { tools: ToolSet },
) {
  const failed: unknown[] = [];
  const result = streamText({
    model: openChain(models, [ref], {}),
    instructions: "Answer from the note, which only the tool shows. Be brief.",
    prompt: "Which bird is in the note?",
    tools,
    ...(temperature !== undefined && models.describe(ref).takesTemperature && { temperature }),
    maxRetries: 0,
    abortSignal: signal,
    stopWhen: isStepCount(2),
    onError: ({ error }) => void failed.push(error),
  });
  const steps = await Promise.resolve(result.steps).catch((error: unknown) => {
    throw failed[0] ?? error;
  });
  if (failed.length > 0) throw failed[0];
  return steps;
}

/** Whether a question as the small model gets them is left unanswered, in whichever form its server takes. */
async function lacksForm(
  models: Models,
  ref: string,
  { signal }: Pick<ModelTest, "signal">,
): Promise<boolean> {
  const failed: unknown[] = [];
  const ask = createAskSmall({
    chain: () => Promise.resolve([ref]),
    open: (refs, hooks) => openChain(models, refs, hooks),
    ...{ costOf: () => 0, toCharge: () => 0, toMostCharge: () => 0, countUnanswered() {} },
    report: (_event, { error }) => void (error !== undefined && failed.push(error)),
    forms: createModelMemory(() => Date.now()),
    takesTools: (each) => models.describe(each).nativeTools,
    patience: () => Promise.resolve({ nearMs: 0, mayLoad: false }),
  });
  const question = {
    ...{ purpose: "summary" as const, schema: z.object({ bird: z.string() }), limitMs },
    ...{ instructions: "Name the bird of the note.", prompt: note },
  };
  const { answer } = await ask(question, signal);
  // A server that refuses every form lacks them; one that does not answer is down.
  const down = failed.find((error) => findErrorCode(error) !== "model_rejected");
  if (down !== undefined) throw down;
  return answer === null;
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
