import type { LanguageModelV4Middleware, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { MetadataExtractor } from "@ai-sdk/openai-compatible";
import { AsyncLocalStorage } from "node:async_hooks";
import { isRecord } from "@/lib/protocol/json";
import { rewriteParts } from "./rewrite-parts";

type Part = LanguageModelV4StreamPart;
type FoundExtras = { parts: Part[]; urls: Set<string> };

/**
 * Sources and pictures that servers add to Chat Completions and the package leaves out: `citations` and
 * `search_results` as Perplexity sends them, `annotations` and `images` as OpenRouter does. Both belong to a
 * model: the extractor hears every chunk, the middleware puts what it found before what that chunk said.
 */
export function createChatExtras(): { extractor: MetadataExtractor; middleware: LanguageModelV4Middleware } {
  const calls = new AsyncLocalStorage<FoundExtras>();
  return {
    extractor: {
      extractMetadata: () => Promise.resolve(undefined),
      createStreamExtractor() {
        const found = calls.getStore();
        return {
          processChunk: (chunk) => void (found && isRecord(chunk) && readChunk(chunk, found)),
          buildMetadata: () => undefined,
        };
      },
    },
    middleware: {
      specificationVersion: "v4",
      async wrapStream({ doStream }) {
        const found: FoundExtras = { parts: [], urls: new Set() };
        const result = await calls.run(found, doStream);
        const take = () => found.parts.splice(0);
        const read = (part: Part) => (found.parts.length === 0 ? [part] : [...take(), part]);
        return { ...result, stream: rewriteParts(result.stream, { read, end: take }) };
      },
    },
  };
}

function readChunk(
  { citations, search_results: results, choices }: Record<string, unknown>,
  found: FoundExtras,
): void {
  if (Array.isArray(results)) results.forEach((result) => addSource(found, result));
  else if (Array.isArray(citations)) citations.forEach((citation) => addSource(found, citation));
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  if (!isRecord(choice)) return;
  const { annotations, images } = { ...toRecord(choice.message), ...toRecord(choice.delta) };
  if (Array.isArray(annotations))
    for (const each of annotations) addSource(found, toRecord(each).url_citation ?? each);
  if (Array.isArray(images))
    images.forEach((image) => addPicture(found, toRecord(toRecord(image).image_url).url));
}

/** An address, or a record with one and maybe a title. Each address counts once. */
function addSource({ parts, urls }: FoundExtras, given: unknown): void {
  const { url, title } = typeof given === "string" ? { url: given, title: undefined } : toRecord(given);
  if (typeof url !== "string" || !/^https?:/.test(url) || !URL.canParse(url) || urls.has(url)) return;
  urls.add(url);
  const id = String(urls.size);
  parts.push({ type: "source", sourceType: "url", id, url, ...(typeof title === "string" && { title }) });
}

/** A picture elsewhere is left out: nobody has checked that address. */
function addPicture({ parts }: FoundExtras, url: unknown): void {
  const [, mediaType, data] =
    typeof url === "string" ? (/^data:(image\/[\w.+-]+);base64,(.+)$/s.exec(url) ?? []) : [];
  if (mediaType !== undefined && data !== undefined)
    parts.push({ type: "file", mediaType, data: { type: "data", data } });
}

const toRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
