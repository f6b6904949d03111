import type { EmbeddingModelV4, ImageModelV4, LanguageModelV4 } from "@ai-sdk/provider";
import { wrapLanguageModel } from "ai";
import { AppError } from "@/lib/errors";
import { isNearHost } from "@/lib/net/address";
import { getPort, judgeUrl } from "@/lib/net/judge-url";
import type { ListedModel, ModelNote, ModelTier, ProviderState } from "@/lib/protocol/settings";
import { takesPrefix } from "./answer-prefix";
import { listModels } from "./list-models";
import { describeModel, type ModelInfo } from "./model-info";
import { createModelMemory } from "./model-memory";
import { toModelRef, type ModelsConfig, type OpenProvider, type Provider } from "./models-config";
import { createAnswered } from "./patience";
import { findPrice, findSetPrice, type Price } from "./prices";
import { findProviderNames } from "./provider-names";
import { callMender } from "./mend-calls";
import { createYieldingModel, refusedFields, type Refusals } from "./refusals";
import { createTextToolsModel } from "./text-tools";
import { createTextMiddleware } from "./text-reader";
import { createAnthropicProvider } from "./anthropic";
import { createCompatibleProvider } from "./compatible";
import { createGoogleProvider } from "./google";
import { createReasoningOwner } from "./own-reasoning";
import { createOpenAIProvider } from "./openai";

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
  /** What it is known to cost where an administrator has set nothing. */
  knownPrice(ref: string): Price | null;
  /** Whether its provider is there, with the key that it needs. */
  isSetUp(ref: string): boolean;
  /** It has begun to answer; kept in this process. */
  noteAnswered(ref: string): void;
  /** How many of the tools that were on fit its window; kept in this process. */
  noteTools(ref: string, tools: NonNullable<ModelNote["tools"]>): void;
  /** What the admin page shows: never a key, only where it comes from. */
  providers(): ProviderState[];
  /** As `listModels` says it of a provider; throws `model_key` for one that is not configured. */
  listOf(provider: string, signal: AbortSignal): Promise<ListedModel[] | null>;
};

/** The models that a configuration reaches. Immutable: a changed key makes a new one. */
export function createModels(config: ModelsConfig): Models {
  const refusals: Refusals = createModelMemory();
  const providers = new Map(listProviders(config).map((provider) => [provider.id, provider]));
  const opened = new Map<string, Promise<OpenProvider>>();
  /** Kept: a package makes its reply schemas anew for each model object; every request would pay for that. */
  const languages = new Map<string, Promise<LanguageModelV4>>();
  const known = createDescriber(config, refusals);

  function openProvider(ref: string): Promise<OpenProvider> {
    const provider = getUsableProvider(providers, ref);
    return keep(opened, provider.id, provider.open);
  }

  async function makeLanguage(ref: string): Promise<LanguageModelV4> {
    const { model: name } = toModelRef(ref);
    const { language, toParams = (params) => params } = await openProvider(ref);
    const refused = () => refusals.get(ref) ?? [];
    const model = wrapLanguageModel({
      model: language(name),
      middleware: {
        transformParams: ({ params }) => Promise.resolve(toParams(params, name)),
        wrapStream: ({ doStream }) => refusedFields.run(refused(), doStream),
        wrapGenerate: ({ doGenerate }) => refusedFields.run(refused(), doGenerate),
      },
    });
    const text = createTextToolsModel(model);
    const middleware = isVendorsOwn(config, ref) ? [callMender] : [callMender, createTextMiddleware()];
    const native = hasNativeTools(config, ref) ? wrapLanguageModel({ model, middleware }) : text;
    const yielding = createYieldingModel({ ref, refusals, text, native });
    return wrapLanguageModel({ model: yielding, middleware: createReasoningOwner(ref) });
  }

  const openLanguage = (ref: string) => keep(languages, ref, () => makeLanguage(ref));

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
    knownPrice: (ref) => findKnownPrice(config, ref),
    isSetUp: (ref) => Boolean(providers.get(toModelRef(ref).provider)?.open),
    providers: () => [...providers.values()].map((provider) => toProviderState(provider, config)),
    listOf: (id, signal) => listOf(providers.get(id) ?? null, id, signal),
  };
}

/** Made once for a key, and again after a failure. */
function keep<VALUE>(made: Map<string, Promise<VALUE>>, key: string, make: () => Promise<VALUE>) {
  const known = made.get(key);
  if (known) return known;
  const making = make();
  made.set(key, making);
  making.catch(() => made.delete(key));
  return making;
}

/** What is known of models: by the configuration, and by what they were seen to take. */
function createDescriber(
  config: ModelsConfig,
  refusals: Refusals,
): Pick<Models, "describe" | "noteTools" | "noteAnswered"> {
  const fitting = new Map<string, ModelNote["tools"]>();
  const answered = createAnswered();
  const described = new Map<string, ModelInfo>();
  const near = new Map<string, boolean>();
  return {
    describe(ref) {
      const refused = refusals.get(ref) ?? [];
      const isNear = near.get(ref) ?? isNearServer(config, ref);
      near.set(ref, isNear);
      const seen = { refused, tools: fitting.get(ref), isNear, mayLoad: isNear && answered.isLate(ref) };
      const before = described.get(ref);
      if (before !== undefined && isSameSeen(before, seen)) return before;
      const nativeTools = hasNativeTools(config, ref) && !refused.includes("tools");
      const info = describeModel(ref, {
        ...seen,
        nativeTools,
        // What is shown of calls in text is not what the model wrote.
        takesPrefix: nativeTools && !refused.includes("prefix") && takesPrefix(ref, listServers(config)),
        setWindow: findWindow(config, ref),
        price: findSetPrice(ref, config.pricing?.prices) ?? findKnownPrice(config, ref),
      });
      described.set(ref, info);
      return info;
    },
    noteAnswered: answered.note,
    noteTools: (ref, tools) => void fitting.set(ref, tools.offered < tools.count ? tools : undefined),
  };
}

type SeenOfModel = Pick<ModelInfo, "refused" | "tools" | "mayLoad">;

const isSameSeen = (one: SeenOfModel, other: SeenOfModel): boolean =>
  one.tools === other.tools && one.mayLoad === other.mayLoad && one.refused.join() === other.refused.join();

async function listOf(provider: Provider | null, id: string, signal: AbortSignal) {
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
      `There is no model provider “${id}”. Known are ${known}; add others in Admin → Models or COMPATIBLE_PROVIDERS.`,
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

function findWindow({ windows = {}, listedWindows = {} }: ModelsConfig, ref: string): number | undefined {
  return windows[ref] ?? windows[`${toModelRef(ref).provider}:*`] ?? listedWindows[ref];
}

/** A server with a public address that was entered as the local one may well cost something. */
function findKnownPrice({ local }: ModelsConfig, ref: string): Price | null {
  const url = local?.guard === undefined ? null : URL.parse(local.baseURL);
  const isElsewhere = url !== null && judgeUrl(url.href, { ports: [getPort(url)] }).allowed;
  return isElsewhere && ref.startsWith("local:") ? null : findPrice(ref);
}

const listServers = ({ compatible, local }: ModelsConfig) =>
  local === undefined ? compatible : [...compatible, { ...local, name: "local" }];

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
  const server = id === "local" ? config.local : config.compatible.find(({ name }) => name === id);
  const source = id === "offline" ? "unneeded" : (config.keySources[id] ?? "environment");
  return {
    id,
    name: findProviderNames(id).name,
    key: open ? source : "none",
    ...(server?.guard && { address: server.baseURL }),
    models: [...suggested.language, ...suggested.image, ...suggested.embedding].map(
      (model) => `${id}:${model}`,
    ),
  };
}

const guideRef = "offline:guide";

/** Every provider, in the order in which derived chains try them. A new one is a file and a line here. */
function listProviders(config: ModelsConfig): Provider[] {
  return [
    createGoogleProvider(config),
    createOpenAIProvider(config),
    createAnthropicProvider(config),
    createCompatibleProvider("local", config.local),
    ...config.compatible.map((server) => createCompatibleProvider(server.name, server)),
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
