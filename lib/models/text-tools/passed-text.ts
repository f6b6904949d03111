import { createMarkdownReader } from "@/lib/protocol/markdown-reader";
import type { CallPlace } from "./call-start";

/** How much of an output's beginning is kept. */
const longestLead = 400;
const longestLeadIn = 200;
const leadIns = (
  "sure|ok|okay|certainly|let me|let's|i'll|i’ll|i will|i need|i should|i'm going|i am going|i think|i'd use|first|" +
  "to answer|here is|here's|the user|step 1|based on|my answer:|assistant:|response:|output:|json|1.|(thinking|" +
  "好的|我来|我需要|我先|让我|首先"
).split("|");

/** One line of words that often come before an action, or that may yet be them. */
function isLeadIn(text: string): boolean {
  const head = text.trimStart();
  if (head.length >= longestLeadIn || head.trim().includes("\n")) return false;
  const words = head.replace(/^[*#_>\s-]+/, "").toLowerCase();
  return leadIns.some((known) => words.startsWith(known) || known.startsWith(words));
}

/**
 * Text that begins no call, and where it has come to. Where actions were asked for, a short lead-in is kept
 * back until something else than an action follows.
 */
export function createPassedText(isAsked: boolean) {
  const markdown = createMarkdownReader();
  /** Text that the reader of Markdown has not seen: it is asked only where a call may begin. */
  let unread = "";
  let [lead, unsent, tail] = ["", "", ""];
  let [isLineStart, hasGiven] = [true, false];
  const drop = (): string => {
    const text = unsent;
    unsent = "";
    return text;
  };
  return {
    add(text: string): void {
      unread += text;
      unsent += text;
      if (lead.length < longestLead) lead += text;
      const line = text.slice(text.lastIndexOf("\n") + 1);
      isLineStart = line.trim() === "" && (line.length < text.length || isLineStart);
    },
    /** What can be shown; `isSure`: it is no lead-in. */
    take(isSure = false): { kind: "text"; text: string }[] {
      if (unsent === "" || (isAsked && !hasGiven && !isSure && isLeadIn(unsent))) return [];
      hasGiven = true;
      tail = (tail + unsent).slice(-2);
      return [{ kind: "text", text: drop() }];
    },
    drop,
    /** Whether the next text is in code or a quotation. */
    isQuoted(): boolean {
      markdown.read(unread);
      unread = "";
      return markdown.isCode() || /^[ \t]*>/.test(markdown.line());
    },
    isLineStart: () => isLineStart,
    place: (): CallPlace => ({
      isLineStart: isAsked || isLineStart,
      isOutputStart: isAsked || lead.trim() === "",
    }),
    hasGiven: () => hasGiven,
    /** More than a line has come. */
    isLong: () => lead.length >= longestLead || lead.trim().includes("\n"),
    unsent: () => unsent,
    /** What parts an action's response from what was shown before it. */
    toSeparator: (): string => (!hasGiven || tail === "\n\n" ? "" : tail.endsWith("\n") ? "\n" : "\n\n"),
  };
}

export type PassedText = ReturnType<typeof createPassedText>;
