import type {
  EmbeddingModelV4,
  ImageModelV4,
  LanguageModelV4,
  LanguageModelV4CallOptions,
} from "@ai-sdk/provider";
import type { ModelTier } from "@/lib/protocol/settings";
import type { SetPrice } from "@/lib/protocol/settings-fields";
import type { EnteredGuard } from "@/lib/net/checked-fetch";

type Keyed = { apiKey: string; baseURL?: string };

/** Any OpenAI-compatible server; `model` answers by itself, `guard` is of an address that was entered. */
export type CompatibleServer = { baseURL: string; model?: string; apiKey?: string; guard?: EnteredGuard };

/** What is needed to reach the providers; made anew when a key changes. */
export type ModelsConfig = {
  google?: Keyed;
  openai?: Keyed;
  anthropic?: Keyed;
  local?: CompatibleServer;
  /** The name is the provider's part of a reference. */
  compatible: (CompatibleServer & { name: string })[];
  /** Chains from the environment. */
  tiers: Partial<Record<ModelTier, string[]>>;
  /** Where each provider's key was found. */
  keySources: Partial<Record<string, "environment" | "panel">>;
  /** References, or `provider:*`, of models without native tool calls: they are asked for actions in text. */
  textTools?: string[];
  /** Tokens read and written in one call, by reference or `provider:*`, where what is known is wrong. */
  windows?: Record<string, number>;
  /** As servers list them, by reference: in force where `windows` says nothing. */
  listedWindows?: Record<string, number>;
  /**
   * What the administrator has set; a model whose price is unknown is not asked where `unknown` is `refuse`.
   */
  pricing?: Pricing;
};

export type Pricing = { prices: Readonly<Record<string, SetPrice>>; unknown: "limit" | "refuse" };

/** Where a provider lists its models: asking costs nothing and tells whether the key is good. */
export type ModelList = {
  url: string;
  headers: Record<string, string>;
  fetch?: typeof fetch;
  /** Under which the last model's name asks for the next page; OpenAI's `after` where nothing is said. */
  cursorName?: string;
};

/** The models of one provider, once its package is loaded. */
export type OpenProvider = {
  language(model: string): LanguageModelV4;
  /** What its requests are, besides what the caller asks for. */
  toParams?(params: LanguageModelV4CallOptions, model: string): LanguageModelV4CallOptions;
  image?(model: string): ImageModelV4;
  embedding?(model: string): EmbeddingModelV4;
};

/** A row of the catalog. */
export type Provider = {
  id: string;
  /** Names from the vendor package's own declarations; any other name may be entered. */
  suggested: { language: readonly string[]; image: readonly string[]; embedding: readonly string[] };
  /** The model of each tier when nothing is configured but the key. */
  defaults: Partial<Record<ModelTier, string>>;
  /** Loads the vendor's package, or gives `null` when the provider is not configured. */
  open: (() => Promise<OpenProvider>) | null;
  /** Where it lists its models, or `null` when it is not configured. */
  modelList: ModelList | null;
};

export type ModelRef = { provider: string; model: string };

/** Splits `provider:model` at the first colon. */
export function toModelRef(ref: string): ModelRef {
  const colon = ref.indexOf(":");
  return colon < 0
    ? { provider: ref, model: "" }
    : { provider: ref.slice(0, colon), model: ref.slice(colon + 1) };
}
