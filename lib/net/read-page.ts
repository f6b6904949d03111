import { AppError } from "@/lib/errors";
import { decodeText, isBinary } from "./decode-text";
import { extractArticle, type Article } from "./extract-article";
import type { FetchedPage, GuardedFetch } from "./guarded-fetch";
import { pickPassages, type Passage } from "./passages";

export type ReadOptions = {
  fetch: GuardedFetch;
  url: string;
  /** What the reader wants to know; ranks the passages. */
  query?: string;
  signal: AbortSignal;
  now: () => Date;
  /** Limit on the text; what is beyond is cut and `truncated` says so. */
  maxCharacters?: number;
};

export type Page = {
  /** Where the page was found, after redirects. */
  url: string;
  title: string;
  site: string;
  description?: string;
  publishedAt?: string;
  retrievedAt: string;
  language?: string;
  /** The whole clean text. */
  markdown: string;
  /** The best ones for the query, in document order. */
  passages: Passage[];
  truncated: boolean;
};

const defaultMaxCharacters = 200_000;

/** Reads a page as clean Markdown. Throws what the fetch throws, and `unsupported_media` for what is not text. */
export async function readPage(options: ReadOptions): Promise<Page> {
  const page = await options.fetch(options.url, { signal: options.signal });
  const { markdown: text, isCut, ...about } = await toArticle(page);
  const limit = options.maxCharacters ?? defaultMaxCharacters;
  const markdown = cutText(text, limit);
  return {
    url: page.url,
    ...about,
    retrievedAt: options.now().toISOString(),
    markdown,
    passages: pickPassages(markdown, options.query ?? ""),
    truncated: isCut || text.length > limit,
  };
}

async function toArticle(page: FetchedPage): Promise<Article> {
  const type = getMediaType(page);
  const text = decodeText(page.bytes, page.contentType);
  if (type === "text/html" || type === "application/xhtml+xml") return extractArticle(text, page.url);
  const isJson = type === "application/json" || type.endsWith("+json");
  const { host, pathname } = new URL(page.url);
  const title = findTitle(text, type) ?? decodeName(pathname) ?? host;
  return { title, site: host, markdown: isJson ? indentJson(text) : text.replaceAll("\r\n", "\n").trim(), isCut: false };
}

/** What the server calls it, or what it looks like when the server does not say. */
function getMediaType({ contentType, bytes, url }: FetchedPage): string {
  const named = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  const isUnnamed = named === "" || named === "application/octet-stream" || named === "unknown/unknown";
  const type = isUnnamed ? guessType(bytes) : named;
  const isText =
    type.startsWith("text/") || /^application\/(xhtml\+xml|json|xml|yaml|x-yaml|toml|javascript|([\w.-]+\+(json|xml)))$/.test(type);
  if (isText && !isBinary(bytes)) return type;
  throw new AppError(
    "unsupported_media",
    `${new URL(url).host} sent ${named || "something without a type"}, which cannot be read as text.`,
  );
}

function guessType(bytes: Uint8Array): string {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 512)).trimStart();
  if (/^(<!doctype html|<html|<head|<body)/i.test(start)) return "text/html";
  return start.startsWith("%PDF-") ? "application/pdf" : "text/plain";
}

function findTitle(text: string, type: string): string | null {
  const isProse = type === "text/plain" || type.includes("markdown");
  return isProse ? (/^#\s+(.+)$/m.exec(text.slice(0, 2_000))?.[1]?.trim() ?? null) : null;
}

function decodeName(pathname: string): string | null {
  const name = pathname.split("/").findLast((part) => part !== "");
  if (name === undefined) return null;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text.trim();
  }
}

function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = text.lastIndexOf("\n", limit);
  return text.slice(0, end > limit / 2 ? end : limit).trimEnd();
}
