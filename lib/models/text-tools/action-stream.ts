import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { TextTool } from "./action-shapes";
import { classifyLine, classifyOutput, findActionStart } from "./classify-start";
import { createHeldAction, findFinalAnswer, type HeldAction } from "./held-action";
import { createPartWriter, type PartWriter } from "./part-writer";
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
  const writer = createPartWriter(createId);
  /** Text that may still turn out to begin an action. */
  let undecided = "";
  let hasShown = false;
  let action: HeldAction | undefined;

  function decide(delta: string): Part[] {
    undecided += delta;
    if (hasShown) return showUpToAction();
    const start = classifyOutput(undecided, names);
    if (start === "maybe") return [{ type: "ping" }];
    return start === "answer" ? showUpToAction() : hold("");
  }

  /** Shows text, but keeps back a last line that may begin an action. */
  function showUpToAction(): Part[] {
    hasShown = true;
    const text = undecided;
    const cut = findActionStart(text, names);
    undecided = text.slice(cut);
    const shown = writer.text(text.slice(0, cut));
    return classifyLine(undecided, names) === "action" ? [...shown, ...hold("")] : shown;
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
    /** Reads what is held. With `isLast`, or behind an answer that is shown, what cannot be read is shown as it stands. */
    end(isLast: boolean): OutputEnd {
      const text = action?.text() ?? undecided;
      const canAsk = !isLast && (!hasShown || /^\n[\s\S]*"(?:action|tool_calls)"/.test(text));
      return toEnd({
        writer,
        tools,
        canAsk,
        text,
        shown: action?.shown() ?? "",
        separator: hasShown ? "\n\n" : "",
      });
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
  separator: string;
};

function toEnd({ writer, tools, canAsk, text, shown, separator }: Held): OutputEnd {
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
      return { kind: "answer", parts: [...(shown === "" ? writer.text(text) : []), ...writer.close()] };
  }
}
