import { createMarkdownReader } from "@/lib/protocol/markdown-reader";
import type { TextCall, TextTool } from "./action-shapes";
import { callSigns, createCallClassifier } from "./call-start";
import { readAction } from "./read-action";

export type CallEnd = { text: string; thinking: string; calls: TextCall[] };

/**
 * Finds the calls of tools that are offered in the text of a model that should not have written them there.
 * Text is held back only where a call may begin: outside of code, or in a block of JSON that ends the output.
 */
export function createCallStream(tools: readonly TextTool[]) {
  const classify = createCallClassifier(tools.map(({ name }) => name));
  const shown = createShownText();
  let pending = "";
  let held: string | null = null;

  /** Shows what begins no call, up to what may. */
  function advance(): string {
    const out: string[] = [];
    let from = 0;
    let at = findPlace(pending, 0, shown.place().isLineStart);
    while (at < pending.length) {
      out.push(shown.add(pending.slice(from, at)));
      from = at;
      const head = pending.slice(at, at + longestStart);
      const start = classify(head, shown.place());
      const isOpen = start === "maybe" && head.length < longestStart;
      if ((isOpen || start === "action") && !shown.isCode()) {
        if (start === "action") held = pending.slice(at);
        pending = start === "action" ? "" : pending.slice(at);
        return out.join("");
      }
      at = findPlace(pending, at + (/^(?:`+|\w+)/.exec(head)?.[0].length ?? 1), false);
    }
    out.push(shown.add(pending.slice(from)));
    pending = "";
    return out.join("");
  }

  return {
    /** What can be shown. */
    push(delta: string): string {
      if (held !== null) {
        held += delta;
        return "";
      }
      const isPlain = pending === "" && !shown.place().isLineStart && !callSigns.test(delta);
      if (isPlain) return shown.add(delta);
      pending += delta;
      return advance();
    },
    /** `isCut`: the model did not end it itself, so that a call in it may lack its end. */
    end(isCut: boolean): CallEnd {
      const text = held ?? pending;
      const reading = isCut ? null : readCalls(text, tools);
      return reading === null || isShownCode(text, shown.lead())
        ? { text, thinking: "", calls: [] }
        : { text: "", ...reading };
    },
  };
}

/** What was shown, and where it has come to. */
function createShownText() {
  const markdown = createMarkdownReader();
  /** Text that the reader of Markdown has not seen: it is asked only where a call may begin. */
  let unread = "";
  let lead = "";
  let isLineStart = true;
  return {
    add(text: string): string {
      unread += text;
      if (lead.length < longestLead) lead += text;
      const line = text.slice(text.lastIndexOf("\n") + 1);
      isLineStart = line.trim() === "" && (line.length < text.length || isLineStart);
      return text;
    },
    isCode(): boolean {
      markdown.read(unread);
      unread = "";
      return markdown.isCode();
    },
    lead: () => lead,
    place: () => ({ isLineStart, isOutputStart: lead.trim() === "" }),
  };
}

/** `null` where it is no call, or one of a tool that is not offered. */
function readCalls(text: string, tools: readonly TextTool[]): Omit<CallEnd, "text"> | null {
  if (!tools.some(({ name }) => toLetters(text).includes(toLetters(name)))) return null;
  const reading = readAction(text, tools);
  if (reading.kind !== "calls") return null;
  const { thinking, calls } = reading;
  return calls.every(({ tool }) => tools.some(({ name }) => name === tool)) ? { thinking, calls } : null;
}

/** A name may be written in other letters, and with other signs between its words. */
const toLetters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/** So much is kept of what was shown before a call. */
const longestLead = 400;

/** By then it is known whether a call begins. */
const longestStart = 300;

const sign = new RegExp(callSigns, "g");

/** The next place from there where a call may begin: a sign, the first character of a line. */
function findPlace(text: string, from: number, isLineStart: boolean): number {
  sign.lastIndex = from;
  const at = isLineStart ? from : (sign.exec(text)?.index ?? text.length);
  if (!isLineStart && text[at] !== "\n") return at;
  let place = at;
  while (place < text.length && /\s/.test(text[place] ?? "")) place += 1;
  return place;
}

/** Blocks of code that do more than call: more than a line leads to them, or words follow. */
function isShownCode(text: string, lead: string): boolean {
  if (!text.startsWith("```") || /^```[ \t]?(?:tool|function)/.test(text)) return false;
  const isAlone = /^(?:```[\w-]*[ \t]*\n(?:(?!```)[\s\S])*(?:```\s*|$))+$/.test(text);
  return !isAlone || lead.length >= longestLead || lead.trim().includes("\n");
}
