"use client";

import { lazy, Suspense, useMemo, useState, type ReactNode } from "react";
import type { ChatMessage, ChatPart } from "@/lib/protocol/chat-message";
import { LinksContext, type LinkQuestion, type LinkRules } from "./links-context";

const LinkDialog = lazy(async () => ({ default: (await import("./link-dialog")).LinkDialog }));

/** Opens addresses that the conversation knows, and asks before any other. */
export function LinksProvider({ messages, children }: { messages: ChatMessage[]; children: ReactNode }) {
  const known = useKnownAddresses(messages);
  const [question, setQuestion] = useState<LinkQuestion | null>(null);
  const links = useMemo<LinkRules>(
    () => ({ isKnown: (url) => known.has(toComparableAddress(url) ?? ""), ask: setQuestion }),
    [known],
  );
  return (
    <LinksContext value={links}>
      {children}
      {question !== null && (
        <Suspense fallback={null}>
          <LinkDialog question={question} onClose={() => setQuestion(null)} />
        </Suspense>
      )}
    </LinksContext>
  );
}

/** The same set until something was said or found, so that links are not drawn again with every token. */
function useKnownAddresses(messages: ChatMessage[]): ReadonlySet<string> {
  const places = countAddressPlaces(messages);
  const [stable, setStable] = useState(() => ({ places, known: collectKnownAddresses(messages) }));
  if (stable.places === places) return stable.known;
  const next = { places, known: collectKnownAddresses(messages) };
  setStable(next);
  return next.known;
}

/**
 * Addresses that the person wrote or that stand letter by letter in what was found tell nobody anything new.
 * One that a model made may carry away what it knows: what a tool was asked, or says of it, does not count.
 */
export function collectKnownAddresses(messages: readonly ChatMessage[]): ReadonlySet<string> {
  return new Set(
    messages.flatMap(({ role, parts }) =>
      role === "user" ? listTexts(parts).flatMap(listNamed) : parts.flatMap(listFound),
    ),
  );
}

/** The address in one form; `null` for what is none. It keeps what follows `#`: the site can read that. */
export function toComparableAddress(text: string): string | null {
  return URL.parse(text.trim())?.href ?? null;
}

/** Changes when there may be new ones. */
export function countAddressPlaces(messages: readonly ChatMessage[]): string {
  return messages.map(({ id, parts }) => `${id}:${parts.filter(isPlace).length}`).join(" ");
}

function isPlace(part: ChatPart): boolean {
  return (
    part.type === "source-url" ||
    part.type === "steering-message" ||
    ("toolCallId" in part && part.state === "output-available")
  );
}

function listFound(part: ChatPart): string[] {
  if (part.type === "source-url") return listAddresses(part.url);
  if (part.type === "steering-message") return listTexts(part.parts).flatMap(listNamed);
  if (
    !("toolCallId" in part) ||
    part.type === "dynamic-tool" ||
    part.state !== "output-available" ||
    !part.output.ok
  )
    return [];
  return listTextsOf(part).flatMap(listAddresses);
}

function listTextsOf(part: Extract<ChatPart, { toolCallId: string; type: `tool-${string}` }>): string[] {
  if (part.state !== "output-available" || !part.output.ok) return [];
  const { data } = part.output;
  if ("results" in data) return data.results.flatMap(({ url, title, snippet }) => [url, title, snippet]);
  if ("pages" in data)
    return data.pages.flatMap(({ url, title, passages }) => [
      url,
      title,
      ...passages.map(({ text }) => text),
    ]);
  return "resultId" in data && "url" in data && data.url !== undefined ? [data.url, data.text] : [];
}

function listTexts(parts: readonly { type: string; text?: string }[]): string[] {
  return parts.flatMap(({ type, text }) => (type === "text" && text !== undefined ? [text] : []));
}

const addressPattern = /https?:\/\/[^\s<>"'`“”‘’「」《》（）]{1,4000}/giu;

function listAddresses(text: string): string[] {
  return [...text.matchAll(addressPattern)]
    .flatMap(([found]) => toReadings(found))
    .flatMap((address) => toComparableAddress(address) ?? []);
}

/** Where an address ends is ambiguous: a bracket or a full stop behind it may belong to it. */
function toReadings(found: string): string[] {
  const bare = found.replace(/[.,;:!?…。，；：！？)\]}|*_~]{1,20}$/u, "");
  const inside = /^[^()[\]]*/.exec(found)?.[0] ?? found;
  return [found, bare, `${bare})`, inside.replace(/[.,;:!?]{1,20}$/, "")];
}

const sitePattern =
  /(?<![\p{L}\p{N}@/._-])(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,6}[a-z]{2,24}(?![\p{L}\p{N}_-]|\.[a-z])/giu;

/** What the person wrote, and the first page of a site that they only named. */
function listNamed(text: string): string[] {
  const sites = [...text.matchAll(sitePattern)].flatMap(([site]) => [
    `https://${site}/`,
    `http://${site}/`,
    `https://www.${site}/`,
  ]);
  return [...listAddresses(text), ...sites.flatMap((address) => toComparableAddress(address) ?? [])];
}
