import type { ModelNote } from "@/lib/protocol/settings";
import { isStandIn } from "@/lib/protocol/model-refs";
import { thinksAdaptively } from "./anthropic";
import { toModelRef } from "./models-config";
import { isReasoningModel } from "./openai";
import { findPrice, type Price } from "./prices";

export type ModelInfo = {
  ref: string;
  /** It answers where no model is configured: it follows rules and understands nothing. */
  isStandIn: boolean;
  /** Tokens. */
  contextWindow: number;
  /** Whether that is told of it, not a careful guess. */
  isWindowKnown: boolean;
  maxOutputTokens: number;
  seesImages: boolean;
  nativeTools: boolean;
  /** It goes on from the beginning of an answer at the end of what it is sent. */
  takesPrefix: boolean;
  /** What its server does not take, as far as this process has seen; see `Refusals`. */
  refused: readonly string[];
  /** How many tools fit its window in the newest reply, where some did not. */
  tools: ModelNote["tools"] | undefined;
  /** Its server is on this machine or beside it. */
  isNear: boolean;
  /** It is near, and has not answered lately. */
  mayLoad: boolean;
  /** Models that think refuse the setting, and it is not sent to them. */
  takesTemperature: boolean;
  /** Others are not sent one: their vendors' packages drop it. */
  takesSeed: boolean;
  /** `null` when unknown: the caller keeps a token ceiling and says so. */
  price: Price | null;
};

/** An answer takes at most this part of a window that was set. */
const answerShare = 0.25;

/** `setWindow`: its window where that was set, in tokens. */
type ModelSetup = {
  nativeTools: boolean;
  takesPrefix?: boolean;
  refused?: readonly string[];
  tools?: ModelNote["tools"] | undefined;
  isNear?: boolean;
  mayLoad?: boolean;
  setWindow?: number | undefined;
  /** As it is built in where nothing is said. */
  price?: Price | null;
};

/** What is known of a model; careful defaults for one that nobody has described. */
export function describeModel(ref: string, setup: ModelSetup): ModelInfo {
  const { nativeTools, takesPrefix = false, refused = [], tools, isNear = false } = setup;
  const { mayLoad = false, setWindow, price = findPrice(ref) } = setup;
  const known = knownFamilies.find(({ refs }) => refs.test(ref)) ?? unknownModel;
  return {
    ref,
    isStandIn: isStandIn(ref),
    contextWindow: setWindow ?? known.contextWindow,
    isWindowKnown: setWindow !== undefined || known.contextWindow !== unknownModel.contextWindow,
    maxOutputTokens:
      setWindow === undefined
        ? known.maxOutputTokens
        : Math.min(known.maxOutputTokens, Math.floor(setWindow * answerShare)),
    seesImages: known.seesImages,
    ...{ nativeTools, takesPrefix, refused, tools, isNear, mayLoad },
    takesTemperature: takesTemperature(ref),
    takesSeed: !["openai", "anthropic", "offline"].includes(toModelRef(ref).provider),
    price,
  };
}

function takesTemperature(ref: string): boolean {
  const { provider, model } = toModelRef(ref);
  if (provider === "openai") return !isReasoningModel(model);
  if (provider === "anthropic") return !thinksAdaptively(model);
  return provider !== "offline";
}

type Family = { refs: RegExp; contextWindow: number; maxOutputTokens: number; seesImages: boolean };

/** Open models that see: Qwen-VL, InternVL, LLaVA, Pixtral, Llama 4 and those named “vision”. */
const seeingName =
  /^[^:]+:.*(?:vision|llava|pixtral|moondream|minicpm-v|internvl|llama-?4|(?<![a-z])vl(?![a-z]))/i;
const unknownModel = { contextWindow: 32_000, maxOutputTokens: 4_096, seesImages: false };

/** From the vendors' model pages, read up to July 2026; a family's newer models count as no smaller. */
const knownFamilies: Family[] = [
  { refs: /^offline:/, contextWindow: 100_000, maxOutputTokens: 4_096, seesImages: false },
  { refs: /^google:gemma/, contextWindow: 128_000, maxOutputTokens: 8_192, seesImages: false },
  {
    refs: /^google:gemini-(?:2\.5|[3-9]|flash|pro)/,
    contextWindow: 1_048_576,
    maxOutputTokens: 65_536,
    seesImages: true,
  },
  { refs: /^google:gemini/, contextWindow: 1_048_576, maxOutputTokens: 8_192, seesImages: true },
  { refs: /^openai:gpt-4\.1/, contextWindow: 1_047_576, maxOutputTokens: 32_768, seesImages: true },
  { refs: /^openai:gpt-4o/, contextWindow: 128_000, maxOutputTokens: 16_384, seesImages: true },
  { refs: /^openai:gpt-3\.5/, contextWindow: 16_385, maxOutputTokens: 4_096, seesImages: false },
  { refs: /^openai:o\d/, contextWindow: 200_000, maxOutputTokens: 100_000, seesImages: true },
  { refs: /^openai:gpt-5/, contextWindow: 400_000, maxOutputTokens: 128_000, seesImages: true },
  { refs: /^openai:gpt-[6-9]/, contextWindow: 400_000, maxOutputTokens: 128_000, seesImages: true },
  {
    refs: /^anthropic:claude-(?:opus-4-1|opus-4-0|opus-4-2)/,
    contextWindow: 200_000,
    maxOutputTokens: 32_000,
    seesImages: true,
  },
  { refs: /^anthropic:claude-3/, contextWindow: 200_000, maxOutputTokens: 4_096, seesImages: true },
  { refs: /^anthropic:claude/, contextWindow: 200_000, maxOutputTokens: 64_000, seesImages: true },
  { ...unknownModel, refs: seeingName, seesImages: true },
];

/** Whether a model turns texts into vectors, by its name. */
export function isEmbeddingRef(ref: string): boolean {
  return /embed|(?:^|[:/])(?:bge|e5|gte)-/i.test(ref);
}
