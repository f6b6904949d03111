import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4Middleware,
  LanguageModelV4StreamPart,
  SharedV4ProviderMetadata,
} from "@ai-sdk/provider";
import { isThought } from "@/lib/protocol/thought-metadata";
import { toModelRef } from "./models-config";
import { rewriteParts } from "./rewrite-parts";

/**
 * Marks a model's reasoning, and sends it back to no other one, of the same provider or not. Signatures mean
 * nothing elsewhere, and vendors refuse or warn about reasoning that they cannot verify. What the SDK kept as
 * text of an earlier step is sent as the thought that it was.
 */
export function createReasoningOwner(ref: string): LanguageModelV4Middleware {
  return {
    specificationVersion: "v4",
    transformParams: ({ params }) => Promise.resolve({ ...params, prompt: toOwn(params.prompt, ref) }),
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
/** These mark every reasoning part that they accept back; the others' reasoning is plain text. */
const vendorsThatSign = ["google", "openai", "anthropic"];

function toOwn(prompt: LanguageModelV4CallOptions["prompt"], ref: string): LanguageModelV4Message[] {
  return prompt.flatMap((message): LanguageModelV4Message[] => {
    if (message.role !== "assistant") return [message];
    const content = message.content.flatMap((given): (typeof given)[] => {
      const isText = given.type === "text" && isThought(given.providerOptions);
      const part = isText ? { type: "reasoning" as const, text: given.text } : given;
      if (part.type !== "reasoning" && part.type !== "reasoning-file") return [part];
      const { providerOptions = {}, ...plain } = part;
      const { [ownerKey]: owner, ...marks } = providerOptions;
      if (!isOwn(ref, { owner: owner?.["ref"] ?? ref, marks: Object.keys(marks) })) return [];
      return [Object.keys(marks).length === 0 ? plain : { ...plain, providerOptions: marks }];
    });
    return content.length === 0 ? [] : [{ ...message, content }];
  });
}

/** `marks`: the names of those that the reasoning means something to. */
function isOwn(ref: string, { owner, marks }: { owner: unknown; marks: readonly string[] }): boolean {
  const { provider } = toModelRef(ref);
  return owner === ref && (marks.length > 0 ? marks.includes(provider) : !vendorsThatSign.includes(provider));
}
