import { isRespondVerb } from "./action-shapes";
import { createFieldReader } from "./field-reader";
import { afterLabel } from "./react-text";

type HeldPiece = { kind: "text" | "thought"; text: string };

/**
 * An action that is being written, read when it is complete. With a separator, which parts its response from
 * text that was shown before it, what of it can be shown already is given as it comes.
 */
export function createHeldAction(separator: string | null, isLineStart: boolean) {
  let [text, leadIn, shown] = ["", "", ""];
  let hasThought = false;
  let fields: ReturnType<typeof createFieldReader> | null = null;

  /** Thoughts at once, with what stood before the action; the response once the action is known to be one. */
  function showField(key: string, delta: string, action: string | undefined): HeldPiece[] {
    if (key === "thinking" || key === "thought") {
      const before = leadIn === "" ? "" : `${leadIn}\n`;
      [leadIn, hasThought] = ["", true];
      return [{ kind: "thought", text: before + delta }];
    }
    if (key !== "response" || !isRespondVerb(action ?? "")) return [];
    const first = shown === "" ? (separator ?? "") : "";
    shown += delta;
    return [{ kind: "text", text: first + delta }];
  }

  return {
    isLineStart,
    push(delta: string): HeldPiece[] {
      text += delta;
      if (separator === null) return [];
      let piece = delta;
      if (fields === null) {
        const start = text.indexOf("{");
        if (start < 0 || hasLabel(text.slice(0, start))) return [];
        leadIn = text
          .slice(0, start)
          .replace(/(?:```|~~~)[\w-]*\s*$/, "")
          .trim();
        fields = createFieldReader();
        piece = text.slice(start);
      }
      const { values } = fields;
      return fields.push(piece).flatMap((field) => showField(field.key, field.delta, values["action"]));
    },
    text: () => text,
    /** Whether it is JSON, and not labels that may still lead to an answer. */
    isJson: () => fields !== null,
    /** The part of the response that was shown before the action was complete. */
    shown: () => shown,
    hasShown: () => shown !== "",
    hasThought: () => hasThought,
  };
}

export type HeldAction = ReturnType<typeof createHeldAction>;

function hasLabel(before: string): boolean {
  return /<|^\s*[*_]*[^\W_]\w*\s*[:：]/.test(before);
}

/** The answer after `Final Answer:` and the thought before; `null` if there is none, or after an action. */
export function findFinalAnswer(text: string): { thought: string; answer: string } | null {
  const final = /^[ *_#>]*final answer[ *_]*[:：]/im.exec(text);
  const before = text.slice(0, final?.index ?? 0);
  if (!final || /^[ *_#>]*action[ \d*_]*[:：]/im.test(before)) return null;
  const answer = afterLabel(text, final).trimStart();
  if (/^\**$/.test(answer)) return null;
  return { thought: before.replace(/^[ *_#>]*thought[ *_]*[:：][ *_]*/i, "").trim(), answer };
}
