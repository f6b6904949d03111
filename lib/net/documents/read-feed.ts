import { parseFeed } from "feedsmith";
import { DateTime } from "luxon";
import { AppError } from "@/lib/errors";
import type { Draft } from "./document";
import { toHtmlMarkdown } from "./html-fragment";

/** RSS, Atom, RDF and JSON feeds as a list of entries: title, date, link and what the feed tells of each. */
export function readFeed(text: string, url: string): Draft {
  const { title, description, language, entries } = toFeed(text, url);
  const newest = entries
    .map(({ publishedAt }) => publishedAt ?? "")
    .toSorted()
    .at(-1);
  return {
    ...(title && { title, site: title }),
    ...(description && { description }),
    ...(language && { language }),
    ...(newest && { publishedAt: newest }),
    markdown: entries.map((entry) => writeEntry(entry, url)).join("\n\n"),
    isCut: false,
  };
}

type FeedEntry = { title: string; link: string; publishedAt: string | null; author: string; html: string };
type Feed = { title: string; description: string; language: string; entries: FeedEntry[] };

function toFeed(text: string, url: string): Feed {
  const { format, feed } = parse(text, url);
  switch (format) {
    case "rss":
      return {
        title: toLine(feed.title),
        description: toLine(feed.description),
        language: feed.language ?? "",
        entries: (feed.items ?? []).map(fromRss),
      };
    case "rdf":
      return {
        title: toLine(feed.title),
        description: toLine(feed.description),
        language: "",
        entries: (feed.items ?? []).map(fromRss),
      };
    case "atom":
      return {
        title: toLine(feed.title?.value),
        description: toLine(feed.subtitle?.value),
        language: "",
        entries: (feed.entries ?? []).map(fromAtom),
      };
    case "json":
      return {
        title: toLine(feed.title),
        description: toLine(feed.description),
        language: feed.language ?? "",
        entries: (feed.items ?? []).map(fromJson),
      };
  }
}

function parse(text: string, url: string) {
  try {
    return parseFeed(text);
  } catch (cause) {
    throw new AppError("page_unavailable", `${new URL(url).host} sent a feed that is broken.`, { cause });
  }
}

type RssItem = {
  title?: string;
  link?: string;
  description?: string;
  pubDate?: string;
  authors?: (string | { name?: string; email?: string })[];
  dc?: { creators?: string[]; dates?: string[]; titles?: string[]; descriptions?: string[] };
  content?: { encoded?: string };
  media?: { title?: Text; description?: Text };
  itunes?: { title?: string; author?: string; summary?: string; subtitle?: string };
};
type Text = { value?: string };
type People = { name?: string }[];
type AtomEntry = {
  title?: Text;
  links?: { href?: string; rel?: string }[];
  authors?: People;
  content?: Text;
  summary?: Text;
  published?: string;
  updated?: string;
};
type JsonItem = {
  title?: string;
  url?: string;
  authors?: People;
  content_html?: string;
  content_text?: string;
  summary?: string;
  date_published?: string;
};

function fromRss(item: RssItem): FeedEntry {
  const { dc, itunes } = item;
  const authors = item.authors?.map((one) => (typeof one === "string" ? one : (one.name ?? one.email ?? "")));
  return {
    title: toLine(getRssTitle(item)),
    link: item.link ?? "",
    publishedAt: toIsoDate(item.pubDate ?? dc?.dates?.[0]),
    author: toLine((dc?.creators ?? authors)?.join(", ") ?? itunes?.author),
    html: getRssText(item),
  };
}

function getRssTitle({ title, dc, media, itunes }: RssItem): string | undefined {
  return title ?? dc?.titles?.[0] ?? media?.title?.value ?? itunes?.title;
}

function getRssText({ content, description, dc, media, itunes }: RssItem): string {
  const plain = description ?? itunes?.summary ?? dc?.descriptions?.[0];
  return content?.encoded ?? plain ?? media?.description?.value ?? itunes?.subtitle ?? "";
}

function fromAtom(entry: AtomEntry): FeedEntry {
  const link = entry.links?.find(({ rel }) => rel === undefined || rel === "alternate")?.href ?? "";
  const author = toLine(entry.authors?.map(({ name }) => name ?? "").join(", "));
  const html = entry.content?.value ?? entry.summary?.value ?? "";
  return {
    title: toLine(entry.title?.value),
    link,
    publishedAt: toIsoDate(entry.published ?? entry.updated),
    author,
    html,
  };
}

function fromJson(item: JsonItem): FeedEntry {
  const author = toLine(item.authors?.map(({ name }) => name ?? "").join(", "));
  const html = item.content_html ?? item.content_text ?? item.summary ?? "";
  return {
    title: toLine(item.title),
    link: item.url ?? "",
    publishedAt: toIsoDate(item.date_published),
    author,
    html,
  };
}

function writeEntry({ title, link, publishedAt, author, html }: FeedEntry, feedUrl: string): string {
  const address = URL.parse(link, feedUrl)?.href;
  const about = [publishedAt?.slice(0, 10), author, address].filter(Boolean).join(" · ");
  // The whole entry is one block for whoever cuts at headings.
  return [`## ${title || address || "Untitled"}`, about, toHtmlMarkdown(html, address ?? feedUrl)]
    .filter((part) => part !== "")
    .join("\n\n");
}

function toIsoDate(text: unknown): string | null {
  if (typeof text !== "string") return null;
  const found = [
    DateTime.fromISO(text.trim(), { zone: "utc" }),
    DateTime.fromRFC2822(text.trim(), { zone: "utc" }),
  ].find(({ isValid }) => isValid);
  const time = found?.toMillis() ?? Date.parse(text);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

function toLine(text: string | undefined): string {
  return (text ?? "")
    .replace(/<[^<>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
