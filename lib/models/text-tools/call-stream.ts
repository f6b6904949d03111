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
  const markdown = createMarkdownReader();
  /** Text that the reader of Markdown has not seen: it is asked only where a call may begin. */
  let unread = "";
  let pending = "";
  let held: string | null = null;
  let lead = "";
  let isLineStart = true;

  const show = (text: string): string => {
    if (text === "") return "";
    unread += text;
    if (lead.length < longestLead) lead += text;
    isLineStart = /(?:^|\n)[ \t]*$/.test(text) && (text.includes("\n") || isLineStart);
    return text;
  };

  const isCode = (): boolean => {
    markdown.read(unread);
    unread = "";
    return markdown.isCode();
  };

  /** Shows what begins no call, up to what may. */
  function advance(): string {
    let shown = "";
    for (;;) {
      const at = findStart(pending, isLineStart);
      shown += show(pending.slice(0, at));
      pending = pending.slice(at);
      if (pending === "") return shown;
      const isOutputStart = lead.trim() === "";
      const start = classify(pending, { isLineStart, isOutputStart });
      const isText = start === "answer" || isCode();
      if (!isText && start === "action") [held, pending] = [pending, ""];
      if (!isText) return shown;
      const length = Math.max(1, /^(?:`+|\w+)/.exec(pending)?.[0].length ?? 1);
      shown += show(pending.slice(0, length));
      pending = pending.slice(length);
      if (pending === "") return shown;
    }
  }

  return {
    /** What can be shown. */
    push(delta: string): string {
      if (held !== null) {
        held += delta;
        return "";
      }
      if (pending === "" && !isLineStart && !delta.includes("\n") && !callSigns.test(delta))
        return show(delta);
      pending += delta;
      return advance();
    },
    /** `isCut`: the model did not end it itself, so that a call in it may lack its end. */
    end(isCut: boolean): CallEnd {
      const text = held ?? pending;
      const plain = { text, thinking: "", calls: [] };
      if (isCut || text.trim() === "" || (held === null && !tools.some(({ name }) => text.includes(name))))
        return plain;
      const reading = readAction(text, tools);
      const isCall =
        reading.kind === "calls" &&
        reading.calls.every(({ tool }) => tools.some(({ name }) => name === tool)) &&
        !isShownCode(text, lead);
      return isCall ? { text: "", thinking: reading.thinking, calls: reading.calls } : plain;
    },
  };
}

/** So much is kept of what was shown before a call. */
const longestLead = 400;

/** Where a call may begin: at a sign, at the beginning of a line. */
function findStart(text: string, isLineStart: boolean): number {
  const word = isLineStart ? text.search(/\S/) : -1;
  const line = /\n\s*\S/.exec(text);
  const places = [word, line === null ? -1 : line.index + line[0].length - 1, text.search(callSigns)];
  const found = places.filter((place) => place >= 0);
  return found.length === 0 ? text.length : Math.min(...found);
}

/** Blocks of code that do more than call: more than a line leads to them, or words follow. */
function isShownCode(text: string, lead: string): boolean {
  if (!text.startsWith("```") || /^```[ \t]?(?:tool|function)/.test(text)) return false;
  const isAlone = /^(?:```[\w-]*[ \t]*\n(?:(?!```)[\s\S])*(?:```\s*|$))+$/.test(text);
  return !isAlone || lead.length >= longestLead || lead.trim().includes("\n");
}
