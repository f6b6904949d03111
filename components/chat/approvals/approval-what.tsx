"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { findMainText, listFacts, listRest, readInput, type AskedFact } from "@/lib/client/approval-input";
import type { Approval } from "@/lib/client/approvals";
import { Values } from "@/components/tools/tool-details";

/** All that a call was given, as a person reads it: nothing is allowed unseen. */
export function ApprovalWhat({
  approval: { part, reason, details },
}: {
  approval: Pick<Approval, "part" | "reason" | "details">;
}) {
  const input = readInput(part);
  const facts = listFacts(input);
  const text = facts.length > 0 ? null : findMainText(input);
  const rest = listRest(input);
  return (
    <div className="flex max-h-[40dvh] flex-col gap-2 overflow-y-auto text-sm leading-6">
      {facts.length > 0 && <Facts facts={facts} details={details} />}
      {text !== null && (
        <blockquote dir="auto" className="border-s-2 border-mark ps-3 wrap-anywhere whitespace-pre-wrap">
          {reason === "query" ? markWords(showInvisible(text), details) : showInvisible(text)}
        </blockquote>
      )}
      {Object.keys(rest).length > 0 && (
        <div className="text-quiet">
          <Values value={rest} />
        </div>
      )}
    </div>
  );
}

function Facts({ facts, details }: { facts: AskedFact[]; details: string[] }) {
  const t = useTranslations("consent.ask");
  return (
    <ul className="flex flex-col gap-1.5">
      {facts.map(({ content, category, keywords }, index) => (
        <li key={index} className="border-s-2 border-mark ps-3">
          <span dir="auto" className="block wrap-anywhere whitespace-pre-wrap">
            {showInvisible(content)}
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

/** Characters that nobody would see by their numbers: what is allowed is all there is. */
function showInvisible(text: string): string {
  return text.replace(
    /[\p{Cf}\p{Cc}\u034F\u115F\u1160\u3164\uFFA0\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu,
    (character) =>
      /[\n\t]/.test(character)
        ? character
        : `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}]`,
  );
}

/** The text with those words set apart. */
function markWords(text: string, words: string[]): ReactNode {
  const found = words
    .filter((word) => word !== "" && text.includes(word))
    .sort((a, b) => b.length - a.length);
  const [word] = found;
  if (word === undefined) return text;
  return text.split(word).flatMap((piece, index) => {
    const rest = <span key={`${word}${index}`}>{markWords(piece, found.slice(1))}</span>;
    return index === 0 ? [rest] : [<Word key={index} text={word} />, rest];
  });
}

function Word({ text }: { text: string }) {
  return <mark className="rounded-sm bg-partly-tint px-0.5 text-ink">{text}</mark>;
}
