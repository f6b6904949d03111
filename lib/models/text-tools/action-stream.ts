import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { type Action, isRespondVerb, type TextTool } from "./action-shapes";
import { classifyLine, classifyOutput } from "./classify-start";
import { createFieldScanner } from "./field-scanner";
import { afterLabel } from "./react-text";
import { readAction } from "./read-action";

type Part = LanguageModelV4StreamPart;

/** How one output of the model ended. `unreadable` leaves what was held to the caller, who may ask again. */
export type OutputEnd = { kind: "calls" | "answer" | "unreadable"; parts: Part[] };

/**
 * Turns the text of one output into parts while it comes. Text is held back only while it may be an action; the first character
 * that rules this out lets it through. Thoughts become reasoning, and the `response` of an action is shown before its JSON closes.
 */
export function createActionStream(tools: readonly TextTool[], createId: () => string) {
  const names = tools.map(({ name }) => name);
  const out = createPartWriter(createId);
  let mode: "undecided" | "text" | "held" = "undecided";
  /** What is held back: undecided, or the beginning of an action. */
  let held = "";
  let scanner: ReturnType<typeof createFieldScanner> | undefined;
  let leadIn = "";

  function decide(): Part[] {
    const start = classifyOutput(held, names);
    if (start === "maybe") return [{ type: "ping" }];
    return start === "answer" ? show() : hold();
  }

  function show(): Part[] {
    mode = "text";
    const text = held;
    held = "";
    return showUpToAction(text);
  }

  /** Shows text, but keeps back a last line that may begin an action. */
  function showUpToAction(text: string): Part[] {
    for (let index = text.indexOf("\n"); index >= 0; index = text.indexOf("\n", index + 1)) {
      const line = text.slice(index + 1);
      if (line.trim() !== "" && classifyLine(line, names) === "answer") continue;
      held = text.slice(index);
      const before = out.text(text.slice(0, index));
      return classifyLine(line, names) === "action" ? [...before, ...hold()] : before;
    }
    return out.text(text);
  }

  function hold(): Part[] {
    mode = "held";
    return follow(held);
  }

  /** Shows what can already be shown of an action: thoughts, and the response once it is one. */
  function follow(text: string): Part[] {
    if (!scanner) {
      const start = held.search(/[{]/);
      if (start < 0 || /<|^\s*[*_]*\w+\s*[:：]/.test(held.slice(0, start))) return followLabels();
      scanner = createFieldScanner();
      leadIn = held
        .slice(0, start)
        .replace(/(?:```|~~~)[\w-]*\s*$/, "")
        .trim();
      text = held.slice(start);
    }
    const known = scanner;
    return known.push(text).flatMap(({ key, delta }) => {
      if (key === "thinking" || key === "thought") return think(delta);
      return key === "response" && isRespondVerb(known.values.action ?? "") ? out.text(delta) : [{ type: "ping" as const }];
    });
  }

  /** What stood before the action comes first. */
  function think(delta: string): Part[] {
    const before = leadIn === "" ? "" : `${leadIn}\n`;
    leadIn = "";
    return out.reasoning(before + delta);
  }

  /** After `Final Answer:` everything is answer. */
  function followLabels(): Part[] {
    const final = /^[ *_#>]*final answer[ *_]*[:：]/im.exec(held);
    if (!final || /^[ *_#>]*action[ \d*_]*[:：]/im.test(held.slice(0, final.index))) return [{ type: "ping" }];
    const thoughts = held
      .slice(0, final.index)
      .replace(/^[ *_#>]*thought[ *_]*[:：][ *_]*/i, "")
      .trim();
    const rest = afterLabel(held, final).trimStart();
    if (/^\**$/.test(rest)) return [{ type: "ping" }];
    mode = "text";
    held = "";
    return [...out.reasoning(thoughts), ...out.text(rest)];
  }

  function toEnd(action: Action): OutputEnd {
    const thoughts = out.hasReasoning() ? [] : out.reasoning(action.thinking);
    if (action.kind === "calls") return { kind: "calls", parts: [...thoughts, ...out.close(), ...action.calls.flatMap(out.call)] };
    return { kind: "answer", parts: [...thoughts, ...out.textTo(action.text), ...out.close()] };
  }

  return {
    push(delta: string): Part[] {
      held += delta;
      if (mode === "undecided") return decide();
      if (mode === "held") return follow(delta);
      const text = held;
      held = "";
      return showUpToAction(text);
    },
    /** Reads what is held. With `isLast` an unreadable output is shown as it stands. */
    end(isLast: boolean): OutputEnd {
      if (held.trim() === "") return { kind: "answer", parts: [...out.text(held), ...out.close()] };
      const reading = readAction(held, tools);
      if (reading.kind === "calls" || reading.kind === "answer") return toEnd(reading);
      if (reading.kind === "unreadable" && !isLast && !out.hasFieldText()) return { kind: "unreadable", parts: out.close() };
      return { kind: "answer", parts: [...(out.hasFieldText() && mode === "held" ? [] : out.text(held)), ...out.close()] };
    },
    /** What is held back, for the next request. */
    held: () => held,
  };

  function createPartWriter(nextId: () => string) {
    let open: { type: "text" | "reasoning"; id: string } | undefined;
    let shown = "";
    let reasoned = false;

    const close = (): Part[] => {
      if (!open) return [];
      const part: Part = { type: `${open.type}-end`, id: open.id };
      open = undefined;
      return [part];
    };
    const write = (type: "text" | "reasoning", delta: string): Part[] => {
      if (delta === "") return [];
      if (open?.type === type) return [{ type: `${type}-delta`, id: open.id, delta }];
      const ended = close();
      open = { type, id: nextId() };
      return [...ended, { type: `${type}-start`, id: open.id }, { type: `${type}-delta`, id: open.id, delta }];
    };
    return {
      close,
      text: (delta: string) => {
        if (mode === "held") shown += delta;
        return write("text", delta);
      },
      /** The rest of an answer of which a beginning was shown. */
      textTo: (text: string) => write("text", text.startsWith(shown) ? text.slice(shown.length) : ""),
      reasoning: (delta: string) => {
        reasoned ||= delta !== "";
        return write("reasoning", delta);
      },
      call: ({ tool, input }: { tool: string; input: Record<string, unknown> }): Part[] => {
        const id = `call_${nextId()}`;
        const json = JSON.stringify(input);
        return [
          { type: "tool-input-start", id, toolName: tool },
          { type: "tool-input-delta", id, delta: json },
          { type: "tool-input-end", id },
          { type: "tool-call", toolCallId: id, toolName: tool, input: json },
        ];
      },
      hasReasoning: () => reasoned,
      /** Whether a `response` was shown from inside an action. */
      hasFieldText: () => shown !== "",
    };
  }
}
