import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4Middleware,
  LanguageModelV4StreamPart,
  SharedV4ProviderMetadata,
} from "@ai-sdk/provider";
import { rewriteParts } from "./rewrite-parts";

/**
 * Drops other providers' reasoning from the history: its signatures mean nothing here, and vendors refuse or
 * warn about reasoning they cannot verify. `key` is the name under which the provider marks its own parts.
 */
export function keepOwnReasoning(
  params: LanguageModelV4CallOptions,
  key: string,
): LanguageModelV4CallOptions {
  const hasForeign = params.prompt.some(
    (message) => message.role === "assistant" && message.content.some((part) => isForeign(part, key)),
  );
  if (!hasForeign) return params;
  return withoutReasoning(params, (part) => isForeign(part, key));
}

/** Marks a model's reasoning, and sends it back to no other one, of the same provider or not. */
export function createReasoningOwner(ref: string): LanguageModelV4Middleware {
  const isOthers = ({ type, providerOptions }: Part) => {
    const owner = providerOptions?.[ownerKey]?.["ref"];
    return type === "reasoning" && owner !== undefined && owner !== ref;
  };
  return {
    specificationVersion: "v4",
    transformParams: ({ params }) => Promise.resolve(withoutMarks(withoutReasoning(params, isOthers))),
    async wrapStream({ doStream }) {
      const result = await doStream();
      let known: SharedV4ProviderMetadata | undefined;
      const read = (part: LanguageModelV4StreamPart): LanguageModelV4StreamPart[] => {
        if (part.type === "reasoning-start") known = part.providerMetadata;
        if (part.type === "reasoning-delta") known = part.providerMetadata ?? known;
        if (part.type !== "reasoning-end") return [part];
        return [{ ...part, providerMetadata: { ...(part.providerMetadata ?? known), [ownerKey]: { ref } } }];
      };
      return { ...result, stream: rewriteParts(result.stream, { read, end: () => [] }) };
    },
  };
}

const ownerKey = "sextantModel";

/** The marks are ours: the rules of a provider judge by its own. */
function withoutMarks(params: LanguageModelV4CallOptions): LanguageModelV4CallOptions {
  const prompt = params.prompt.map((message): LanguageModelV4Message => {
    if (message.role !== "assistant" || !message.content.some(isMarked)) return message;
    const content = message.content.map((part) => {
      if (!isMarked(part)) return part;
      const { [ownerKey]: _, ...providerOptions } = part.providerOptions ?? {};
      const { providerOptions: _given, ...plain } = part;
      return Object.keys(providerOptions).length === 0 ? plain : { ...plain, providerOptions };
    });
    return { ...message, content };
  });
  return { ...params, prompt };
}

const isMarked = ({ providerOptions }: Part): boolean => providerOptions?.[ownerKey] !== undefined;

type Part = { type: string; providerOptions?: SharedV4ProviderMetadata };

function withoutReasoning(
  params: LanguageModelV4CallOptions,
  isDropped: (part: Part) => boolean,
): LanguageModelV4CallOptions {
  const prompt = params.prompt.flatMap((message): LanguageModelV4Message[] => {
    if (message.role !== "assistant") return [message];
    const content = message.content.filter((part) => !isDropped(part));
    return content.length === 0 ? [] : [{ ...message, content }];
  });
  return { ...params, prompt };
}

function isForeign(part: Part, key: string): boolean {
  if (part.type !== "reasoning" && part.type !== "reasoning-file") return false;
  const marks = Object.keys(part.providerOptions ?? {});
  return marks.length > 0 ? !marks.includes(key) : vendorsThatSign.includes(key);
}

/** These mark every reasoning part that they accept back; the others' reasoning is plain text. */
const vendorsThatSign = ["google", "openai", "anthropic"];
