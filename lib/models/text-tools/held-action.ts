import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { isRespondVerb } from "./action-shapes";
import { createFieldScanner } from "./field-scanner";
import type { PartWriter } from "./part-writer";
import { afterLabel } from "./react-text";

type Part = LanguageModelV4StreamPart;

/**
 * An action that is being written: what of it can be shown already is shown, the rest is read when it is complete. `separator`
 * parts its response from text that was shown before it.
 */
export function createHeldAction(writer: PartWriter, separator: string) {
  let text = "";
  let leadIn = "";
  let shown = "";
  let scanner: ReturnType<typeof createFieldScanner> | undefined;

  /** Thoughts at once, with what stood before the action; the response once the action is known to be one. */
  function showField(key: string, delta: string, action: string | undefined): Part[] {
    if (key === "thinking" || key === "thought") {
      const before = leadIn === "" ? "" : `${leadIn}\n`;
      leadIn = "";
      return writer.reasoning(before + delta);
    }
    if (key !== "response" || !isRespondVerb(action ?? "")) return alive;
    const first = shown === "" ? separator : "";
    shown += delta;
    return writer.text(first + delta);
  }

  function scan(delta: string): Part[] {
    const known = scanner;
    return known
      ? known.push(delta).flatMap(({ key, delta: piece }) => showField(key, piece, known.values.action))
      : [];
  }

  return {
    push(delta: string): Part[] {
      text += delta;
      if (scanner) return scan(delta);
      const start = text.indexOf("{");
      if (start < 0 || hasLabel(text.slice(0, start))) return alive;
      leadIn = text
        .slice(0, start)
        .replace(/(?:```|~~~)[\w-]*\s*$/, "")
        .trim();
      scanner = createFieldScanner();
      return scan(text.slice(start));
    },
    text: () => text,
    /** Whether it is JSON, and not labels that may still lead to an answer. */
    isJson: () => scanner !== undefined,
    /** The part of the response that was shown before the action was complete. */
    shown: () => shown,
  };
}

export type HeldAction = ReturnType<typeof createHeldAction>;

/** The answer after `Final Answer:` and the thought before it; `null` while there is none, or after an action. */
export function findFinalAnswer(text: string): { thought: string; answer: string } | null {
  const final = /^[ *_#>]*final answer[ *_]*[:：]/im.exec(text);
  const before = text.slice(0, final?.index ?? 0);
  if (!final || /^[ *_#>]*action[ \d*_]*[:：]/im.test(before)) return null;
  const answer = afterLabel(text, final).trimStart();
  if (/^\**$/.test(answer)) return null;
  return { thought: before.replace(/^[ *_#>]*thought[ *_]*[:：][ *_]*/i, "").trim(), answer };
}

/** Says that the model is at work although nothing can be shown. */
const alive: Part[] = [{ type: "ping" }];

function hasLabel(before: string): boolean {
  return /<|^\s*[*_]*\w+\s*[:：]/.test(before);
}
