import type { EmbeddingModelV4, ImageModelV4, LanguageModelV4 } from "@ai-sdk/provider";
import { wrapLanguageModel } from "ai";
import { AppError } from "@/lib/errors";
import { isNearHost } from "@/lib/net/address";
import type { ModelNote, ModelTestReply, ModelTier, ProviderState } from "@/lib/protocol/settings";
import { listModels } from "./list-models";
import { describeModel, isEmbeddingRef, type ModelInfo } from "./model-info";
import { toModelRef, type ModelsConfig, type OpenProvider, type Provider } from "./models-config";
import { findProviderNames } from "./provider-names";
import { callMender } from "./mend-calls";
import { createRefusals, createYieldingModel, type Refusals } from "./refusals";
import { createTextToolsModel } from "./text-tools";
import { createThoughtMiddleware } from "./thought-tags";
import { writtenCallReader } from "./written-calls";
import { createAnthropicProvider } from "./anthropic";
import { createLocalProvider, createNamedProvider } from "./compatible";
import { createGoogleProvider } from "./google";
import { createReasoningOwner } from "./own-reasoning";
import { createOpenAIProvider } from "./openai";
import { toModelError } from "./model-errors";

export type Models = {
  /**
   * The references that serve a tier, first choice first. The person's choice comes before the tier's own
   * chain, which is the settings', else the environment's, else the default models of the providers that are
   * configured, else the offline guide. Empty for `image` and `embedding` when nothing can serve them.
   */
  chain(tier: ModelTier, options?: { settings?: readonly string[]; choice?: string | undefined }): string[];
  /** Loads the vendor's package on first use. Throws `model_key` for an unknown provider or a missing key. */
  language(ref: string): Promise<LanguageModelV4>;
  image(ref: string): Promise<ImageModelV4>;
  embedding(ref: string): Promise<EmbeddingModelV4>;
  describe(ref: string): ModelInfo;
  /** How many of the tools that were on fit its window; kept in this process. */
  noteTools(ref: string, tools: NonNullable<ModelNote["tools"]>): void;
  /** What the admin page shows: never a key, only where it comes from. */
  providers(): ProviderState[];
  /** Makes one real, tiny call. Never throws. */
  test(ref: string, signal?: AbortSignal): Promise<ModelTestReply>;
  /** As `listModels` says it of a provider; throws `model_key` for one that is not configured. */
  listOf(provider: string, signal: AbortSignal): Promise<string[] | null>;
};

/** The models that a configuration reaches. Immutable: a changed key makes a new one. */
export function createModels(config: ModelsConfig): Models {
  const refusals = createRefusals();
  const providers = new Map(listProviders(config, refusals).map((provider) => [provider.id, provider]));
  const opened = new Map<string, Promise<OpenProvider>>();
  const languages = new Map<string, Promise<LanguageModelV4>>();
  const known = createDescriber(config, refusals);

  function openProvider(ref: string): Promise<OpenProvider> {
    const provider = getUsableProvider(providers, ref);
    const known = opened.get(provider.id);
    if (known) return known;
    const opening = provider.open();
    opened.set(provider.id, opening);
    opening.catch(() => opened.delete(provider.id));
    return opening;
  }

  async function makeLanguage(ref: string): Promise<LanguageModelV4> {
    const model = (await openProvider(ref)).language(toModelRef(ref).model);
    const text = withTextTools(model);
    const native = hasNativeTools(config, ref) ? withNativeTools(config, ref, model) : text;
    return createYieldingModel({ ref, refusals, text, native });
  }

  /** Kept: a package makes its reply schemas anew for each model object; every request would pay for that. */
  function openLanguage(ref: string): Promise<LanguageModelV4> {
    const known = languages.get(ref);
    if (known) return known;
    const making = makeLanguage(ref);
    languages.set(ref, making);
    making.catch(() => languages.delete(ref));
    return making;
  }

  const openImage = async (ref: string): Promise<ImageModelV4> =>
    getMaker(ref, (await openProvider(ref)).image, "images")(toModelRef(ref).model);

  const openEmbedding = async (ref: string): Promise<EmbeddingModelV4> =>
    getMaker(ref, (await openProvider(ref)).embedding, "embeddings")(toModelRef(ref).model);

  const opener = { ...known, language: openLanguage, image: openImage, embedding: openEmbedding };
  return {
    chain: (tier, { settings = [], choice } = {}) => {
      const chains = [settings, config.tiers[tier] ?? [], deriveChain(providers, tier)];
      return putFirst(choice, chains.find((chain) => chain.length > 0) ?? []).filter(
        (ref) => config.pricing?.unknown !== "refuse" || known.describe(ref).price !== null,
      );
    },
    ...opener,
    providers: () => [...providers.values()].map((provider) => toProviderState(provider, config)),
    test: (ref, signal) => testModel(ref, opener, signal),
    listOf: (id, signal) => listOf(providers.get(id) ?? null, id, signal),
  };
}

/** What is known of models: by the configuration, and by what they were seen to take. */
function createDescriber(config: ModelsConfig, refusals: Refusals): Pick<Models, "describe" | "noteTools"> {
  const fitting = new Map<string, ModelNote["tools"]>();
  return {
    describe(ref) {
      const refused = refusals.of(ref);
      return describeModel(ref, {
        ...{ refused, tools: fitting.get(ref), isNear: isNearServer(config, ref) },
        nativeTools: hasNativeTools(config, ref) && !refused.includes("tools"),
        setWindow: findWindow(config, ref),
        prices: config.pricing?.prices,
      });
    },
    noteTools: (ref, tools) => void fitting.set(ref, tools.offered < tools.count ? tools : undefined),
  };
}

function withNativeTools(config: ModelsConfig, ref: string, model: LanguageModelV4): LanguageModelV4 {
  const written = isVendorsOwn(config, ref) ? [] : [writtenCallReader, createThoughtMiddleware()];
  return wrapLanguageModel({ model, middleware: [createReasoningOwner(ref), callMender, ...written] });
}

/** Whoever serves it, a model without tool calls may write its thoughts into its text. */
const withTextTools = (model: LanguageModelV4): LanguageModelV4 =>
  createTextToolsModel(wrapLanguageModel({ model, middleware: createThoughtMiddleware() }));

async function listOf(provider: Provider | null, id: string, signal: AbortSignal): Promise<string[] | null> {
  const list = provider?.modelList ?? null;
  if (list === null) throw new AppError("model_key", `${findProviderNames(id).name} is not set up.`);
  return listModels(id, list, signal);
}

function getMaker<MAKER>(ref: string, make: MAKER | undefined, what: string): MAKER {
  if (make === undefined) throw new AppError("model_rejected", `${ref} cannot make ${what}.`);
  return make;
}

function putFirst(choice: string | undefined, chain: readonly string[]): string[] {
  return choice === undefined ? [...chain] : [choice, ...chain.filter((ref) => ref !== choice)];
}

type UsableProvider = Provider & { open: () => Promise<OpenProvider> };

function getUsableProvider(providers: Map<string, Provider>, ref: string): UsableProvider {
  const { provider: id, model } = toModelRef(ref);
  const provider = providers.get(id);
  if (!provider || model === "") {
    const known = [...providers.keys()].join(", ");
    throw new AppError(
      "model_key",
      `There is no model provider “${id}”. Known are ${known}; name others in COMPATIBLE_PROVIDERS.`,
    );
  }
  const { open } = provider;
  const names = findProviderNames(ref);
  if (!open) throw new AppError("model_key", `${names.name} is not set up. ${names.hint}`);
  return { ...provider, open };
}

function deriveChain(providers: Map<string, Provider>, tier: ModelTier): string[] {
  const usable = [...providers.values()].filter((provider) => provider.open);
  const refs = usable.flatMap(({ id, defaults }) => (defaults[tier] ? [`${id}:${defaults[tier]}`] : []));
  if (refs.length > 0 || tier === "image" || tier === "embedding") return refs;
  return [guideRef];
}

function findWindow({ windows = {} }: ModelsConfig, ref: string): number | undefined {
  return windows[ref] ?? windows[`${toModelRef(ref).provider}:*`];
}

function isNearServer(config: ModelsConfig, ref: string): boolean {
  const { provider } = toModelRef(ref);
  const { google, openai, anthropic, local, compatible } = config;
  const servers: Record<string, { baseURL?: string } | undefined> = {
    ...Object.fromEntries(compatible.map((server) => [server.name, server])),
    ...{ google, openai, anthropic, local },
  };
  const url = URL.parse(servers[provider]?.baseURL ?? "");
  return url !== null && isNearHost(url.hostname);
}

function hasNativeTools({ textTools = [] }: ModelsConfig, ref: string): boolean {
  return !textTools.includes(ref) && !textTools.includes(`${toModelRef(ref).provider}:*`);
}

/** At the vendor's own address; any other server may leave thoughts and calls in a model's text. */
function isVendorsOwn(config: ModelsConfig, ref: string): boolean {
  const { provider } = toModelRef(ref);
  const vendor = provider === "google" || provider === "openai" || provider === "anthropic" ? provider : null;
  return provider === "offline" || (vendor !== null && config[vendor]?.baseURL === undefined);
}

function toProviderState(provider: Provider, config: ModelsConfig): ProviderState {
  const { id, suggested, open } = provider;
  const source = id === "offline" ? "unneeded" : (config.keySources[id] ?? "environment");
  return {
    id,
    name: findProviderNames(id).name,
    key: open ? source : "none",
    ...(id === "local" && config.local?.guard ? { address: config.local.baseURL } : {}),
    models: [...suggested.language, ...suggested.image, ...suggested.embedding].map(
      (model) => `${id}:${model}`,
    ),
  };
}

const guideRef = "offline:guide";

/** Every provider, in the order in which derived chains try them. A new one is a file and a line here. */
function listProviders(config: ModelsConfig, refusals: Refusals): Provider[] {
  const of = (provider: string) => (model: string) => refusals.of(`${provider}:${model}`);
  return [
    createGoogleProvider(config, of("google")),
    createOpenAIProvider(config, of("openai")),
    createAnthropicProvider(config, of("anthropic")),
    createLocalProvider(config, of("local")),
    ...config.compatible.map((named) => createNamedProvider(named, of(named.name))),
    offlineProvider,
  ];
}

/** The rule-driven guide that needs no key. */
const offlineProvider: Provider = {
  id: "offline",
  suggested: { language: ["guide"], image: [], embedding: [] },
  defaults: {},
  modelList: null,
  open: async () => {
    const { createGuide } = await import("./offline/guide");
    return { language: () => createGuide() };
  },
};

type Opener = Pick<Models, "describe"> & {
  language(ref: string): Promise<LanguageModelV4>;
  image(ref: string): Promise<ImageModelV4>;
  embedding(ref: string): Promise<EmbeddingModelV4>;
};

const testLimitMs = 20_000;
const imageTestLimitMs = 60_000;
/** A server of one's own may load the model first. */
const nearTestLimitMs = 300_000;

/** Makes one real, tiny call. Never throws. An image reference makes (and pays for) one image. */
async function testModel(ref: string, open: Opener, signal?: AbortSignal): Promise<ModelTestReply> {
  const startedAt = performance.now();
  const hostedMs = isImageRef(ref) ? imageTestLimitMs : testLimitMs;
  const limit = AbortSignal.timeout(open.describe(ref).isNear ? nearTestLimitMs : hostedMs);
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

function toElapsed(startedAt: number): number {
  return Math.round(performance.now() - startedAt);
}
