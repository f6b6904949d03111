import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { isRespondVerb, type TextTool } from "./action-shapes";
import { createStartClassifier } from "./classify-start";
import { createPartWriter, type PartWriter } from "./part-writer";
import { readAction } from "./read-action";
import { createFieldScanner } from "./field-scanner";
import { afterLabel } from "./react-text";

type Part = LanguageModelV4StreamPart;

/**
 * How one output of the model ended. `unreadable` leaves what was held to the caller, who may ask again;
 * `raw` shows it as it stands.
 */
export type OutputEnd = { kind: "calls" | "answer" | "unreadable" | "raw"; parts: Part[] };

/**
 * Turns one output's text into parts while it comes. Text is held back only until a character rules out that
 * it is an action. Thoughts become reasoning, and an action's `response` is shown before its JSON closes.
 */
export function createActionStream(tools: readonly TextTool[], createId: () => string) {
  const starts = createStartClassifier(tools.map(({ name }) => name));
  const writer = createPartWriter(createId);
  /** Text that may still turn out to begin an action. */
  let undecided = "";
  let hasShown = false;
  let action: HeldAction | undefined;

  function decide(delta: string): Part[] {
    undecided += delta;
    if (hasShown) return showUpToAction();
    const start = starts.classifyOutput(undecided);
    if (start === "maybe") return [{ type: "ping" }];
    return start === "answer" ? showUpToAction() : hold("");
  }

  /** Shows text, but keeps back a last line that may begin an action. */
  function showUpToAction(): Part[] {
    hasShown = true;
    const text = undecided;
    const cut = starts.findActionStart(text);
    undecided = text.slice(cut);
    const shown = writer.text(text.slice(0, cut));
    return starts.classifyLine(undecided) === "action" ? [...shown, ...hold("")] : shown;
  }

  function hold(delta: string): Part[] {
    const held = (action ??= createHeldAction(writer, hasShown ? "\n\n" : ""));
    const parts = held.push(undecided + delta);
    undecided = "";
    const final = held.isJson() ? null : findFinalAnswer(held.text());
    if (!final) return parts;
    action = undefined;
    hasShown = true;
    return [...writer.reasoning(final.thought), ...writer.text(final.answer)];
  }

  return {
    push: (delta: string): Part[] => (action ? hold(delta) : decide(delta)),
    /** What has come was thought. */
    withdraw(): Part[] {
      const held = action?.text() ?? undecided;
      [action, undecided, hasShown] = [undefined, "", false];
      return [...writer.withdraw(), ...writer.reasoning(held)];
    },
    /**
     * With `isLast`, or behind an answer that is shown, what cannot be read is shown as it stands.
     * `hasThought`: thoughts came beside the text.
     */
    end(isLast: boolean, hasThought = false): OutputEnd {
      const text = action?.text() ?? undecided;
      const isAction = /^\n[\s\S]*"(?:action|tool_calls)"/.test(text);
      const canAsk = !isLast && (!hasShown || isAction);
      return toEnd({ writer, tools, canAsk, text, shown: action?.shown() ?? "", hasShown, hasThought });
    },
    /** What is held back, for the next request. */
    held: () => action?.text() ?? undecided,
  };
}

type Held = {
  writer: PartWriter;
  tools: readonly TextTool[];
  canAsk: boolean;
  text: string;
  shown: string;
  hasShown: boolean;
  hasThought: boolean;
};

function toEnd({ writer, tools, canAsk, text, shown, hasShown, hasThought }: Held): OutputEnd {
  const isThoughtAlone = hasThought && !hasShown && text.trim() === "";
  if (isThoughtAlone && canAsk) return { kind: "unreadable", parts: writer.close() };
  const separator = hasShown ? "\n\n" : "";
  const reading = text.trim() === "" ? { kind: "plain" as const } : readAction(text, tools);
  const toThoughts = (thinking: string) => (writer.hasReasoning() ? [] : writer.reasoning(thinking));
  switch (reading.kind) {
    case "calls":
      return {
        kind: "calls",
        parts: [...toThoughts(reading.thinking), ...writer.close(), ...reading.calls.flatMap(writer.call)],
      };
    case "answer": {
      const rest =
        shown === ""
          ? separator + reading.text
          : reading.text.startsWith(shown)
            ? reading.text.slice(shown.length)
            : "";
      return {
        kind: "answer",
        parts: [...toThoughts(reading.thinking), ...writer.text(rest), ...writer.close()],
      };
    }
    case "unreadable":
    case "plain":
      if (reading.kind === "unreadable" && canAsk && shown === "")
        return { kind: "unreadable", parts: writer.close() };
      return {
        kind: reading.kind === "unreadable" ? "raw" : "answer",
        parts: [...(shown === "" ? writer.text(text) : []), ...writer.close()],
      };
  }
}

type HeldPart = LanguageModelV4StreamPart;

/**
 * An action that is being written: what of it can be shown already is shown, the rest is read when it is
 * complete. `separator` parts its response from text that was shown before it.
 */
function createHeldAction(writer: PartWriter, separator: string) {
  let text = "";
  let leadIn = "";
  let shown = "";
  let scanner: ReturnType<typeof createFieldScanner> | undefined;

  /** Thoughts at once, with what stood before the action; the response once the action is known to be one. */
  function showField(key: string, delta: string, action: string | undefined): HeldPart[] {
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

  function scan(delta: string): HeldPart[] {
    const known = scanner;
    return known
      ? known.push(delta).flatMap(({ key, delta: piece }) => showField(key, piece, known.values.action))
      : [];
  }

  return {
    push(delta: string): HeldPart[] {
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

type HeldAction = ReturnType<typeof createHeldAction>;

/** The answer after `Final Answer:` and the thought before; `null` if there is none, or after an action. */
function findFinalAnswer(text: string): { thought: string; answer: string } | null {
  const final = /^[ *_#>]*final answer[ *_]*[:：]/im.exec(text);
  const before = text.slice(0, final?.index ?? 0);
  if (!final || /^[ *_#>]*action[ \d*_]*[:：]/im.test(before)) return null;
  const answer = afterLabel(text, final).trimStart();
  if (/^\**$/.test(answer)) return null;
  return { thought: before.replace(/^[ *_#>]*thought[ *_]*[:：][ *_]*/i, "").trim(), answer };
}

/** Says that the model is at work although nothing can be shown. */
const alive: HeldPart[] = [{ type: "ping" }];

function hasLabel(before: string): boolean {
  return /<|^\s*[*_]*[^\W_]\w*\s*[:：]/.test(before);
}
