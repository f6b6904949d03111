"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import {
  findMainText,
  listFacts,
  listRest,
  readInput,
  type AskedFact,
} from "@/lib/client/message/approval-input";
import type { Approval } from "@/lib/client/message/approvals";
import type { TracedWords } from "@/lib/protocol/traced-words";
import { Values } from "@/components/tools/tool-details";

/** All that a call was given, as a person reads it: nothing is allowed unseen. */
export function ApprovalWhat({
  approval: { part, reason, details, words = reason === "query" ? details.map(toUntraced) : [] },
}: {
  approval: Pick<Approval, "part" | "reason" | "details" | "words">;
}) {
  const input = readInput(part);
  const facts = listFacts(input);
  const text = facts.length > 0 ? null : findMainText(input);
  const rest = listRest(input);
  const light = (shown: string) => lightWords(showInvisible(shown), words);
  return (
    <div className="flex max-h-[40dvh] flex-col gap-2 overflow-y-auto text-sm leading-6">
      {facts.length > 0 && <Facts {...{ facts, details, light }} />}
      {text !== null && (
        <blockquote dir="auto" className="border-s-2 border-mark ps-3 wrap-anywhere whitespace-pre-wrap">
          {light(text)}
        </blockquote>
      )}
      {Object.keys(rest).length > 0 && (
        <div className="text-quiet">
          <Values value={rest} show={light} />
        </div>
      )}
    </div>
  );
}

type Light = (text: string) => ReactNode;

/** Of a card that was kept before it was known where words come from. */
const toUntraced = (text: string): TracedWords => ({ text, source: "nowhere" });

type FactsProps = { facts: AskedFact[]; details: string[]; light: Light };

function Facts({ facts, details, light }: FactsProps) {
  const t = useTranslations("consent.ask");
  return (
    <ul className="flex flex-col gap-1.5">
      {facts.map(({ content, category, keywords }, index) => (
        <li key={index} className="border-s-2 border-mark ps-3">
          <span dir="auto" className="block wrap-anywhere whitespace-pre-wrap">
            {light(content)}
          </span>
          <span className="block text-xs leading-5 wrap-anywhere text-quiet">
            {[
              toKindName(category, t),
              keywords.join(", "),
              facts.length > 1 && details.includes(content) && t("notYours"),
            ]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </li>
      ))}
    </ul>
  );
}

const kinds = ["profile", "preference", "technical", "project"] as const;

function toKindName(
  category: string | null,
  t: ReturnType<typeof useTranslations<"consent.ask">>,
): string | null {
  const known = kinds.find((kind) => kind === category);
  return known === undefined ? category : t(`kind.${known}`);
}

/** Writes invisible characters as their numbers, so that the person sees all they allow. */
function showInvisible(text: string): string {
  return text.replace(
    /[\p{Cf}\p{Cc}\u034F\u115F\u1160\u3164\uFFA0\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu,
    (character) =>
      /[\n\t]/.test(character)
        ? character
        : `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}]`,
  );
}

/** The text with those words set apart, what is saved of the person the most. */
function lightWords(text: string, words: readonly TracedWords[]): ReactNode {
  const byText = new Map(words.map((one) => [toPlain(one.text), one]));
  const longest = [...byText.values()].sort((one, other) => other.text.length - one.text.length);
  if (longest.length === 0) return text;
  const found = new RegExp(longest.map((one) => toPattern(one.text)).join("|"), "giu");
  const pieces: ReactNode[] = [];
  let from = 0;
  for (const { 0: word, index } of text.matchAll(found)) {
    const source = byText.get(toPlain(word))?.source ?? "nowhere";
    pieces.push(text.slice(from, index), <Word key={index} text={word} isSaved={source === "memory"} />);
    from = index + word.length;
  }
  return [...pieces, text.slice(from)];
}

const toPlain = (text: string): string => text.replace(/\s+/gu, " ").toLowerCase();

/** Whole words only, where words have ends. */
function toPattern(words: string): string {
  const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/gu, "\\s+");
  const before = spaced.test(words.slice(0, 1)) ? "(?<![\\p{L}\\p{N}])" : "";
  const after = spaced.test(words.slice(-1)) ? "(?![\\p{L}\\p{N}])" : "";
  return `${before}${escaped}${after}`;
}

const spaced = /[^\p{Script=Han}]/u;

/** Words that are not the person’s: what is saved of them stands out the most. */
export function Word({ text, isSaved }: { text: string; isSaved: boolean }) {
  const tone = isSaved ? "bg-bad-tint font-semibold" : "bg-partly-tint";
  return <mark className={`rounded-sm px-0.5 text-ink ${tone}`}>{text}</mark>;
}
