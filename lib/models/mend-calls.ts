import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { isRecord, parseJson } from "@/lib/protocol/json";
import { type PartRewriter, rewriteWithTools } from "./rewrite-parts";
import { type TextTool, toInput, toToolName } from "./text-tools/action-shapes";

type Part = LanguageModelV4StreamPart;
type CallPart = Extract<Part, { type: "tool-call" }>;

/**
 * Puts right what models and servers get wrong in a call of a tool that is offered: decorations of its name,
 * an id that was used before, an input that is nearly JSON or nearly what the tool takes. An input that a
 * limit cut, or that ends inside of a text, stays as it is: nobody could say what its end would have been.
 */
export const callMender = rewriteWithTools(createMender);

function createMender(tools: readonly TextTool[]): PartRewriter {
  /** Calls whose input is no JSON object, until it is known how the answer ended. */
  let held: CallPart[] = [];
  const ids = createIds();
  const toName = (name: string) => toToolName(name, tools);

  function take(isMended: boolean): Part[] {
    const calls = isMended ? held.map((call) => withInput(call, tools)) : held;
    held = [];
    return calls;
  }

  return {
    read(part) {
      switch (part.type) {
        case "tool-input-start":
          return [{ ...part, id: ids.start(part.id), toolName: toName(part.toolName) }];
        case "tool-input-delta":
        case "tool-input-end":
          return [{ ...part, id: ids.of(part.id) }];
        case "tool-call": {
          if (part.providerExecuted === true) return [part];
          const call = { ...part, toolCallId: ids.end(part.toolCallId), toolName: toName(part.toolName) };
          if (part.input.trim() === "") return [call];
          if (isRecord(parseJson(part.input))) return [withInput(call, tools)];
          held.push(call);
          return [];
        }
        case "finish":
          return [...take(!cutEnds.has(part.finishReason.unified)), part];
        default:
          return [part];
      }
    },
    end: () => take(false),
  };
}

const cutEnds = new Set(["length", "content-filter", "error"]);

function withInput(call: CallPart, tools: readonly TextTool[]): CallPart {
  const tool = tools.find(({ name }) => name === call.toolName);
  const value = parseJson(call.input);
  if (tool === undefined || (value === undefined && endsInText(call.input))) return call;
  return { ...call, input: JSON.stringify(toInput(value === undefined ? call.input : value, tool)) };
}

function endsInText(input: string): boolean {
  return (input.replace(/\\[\s\S]/g, "").match(/"/g)?.length ?? 0) % 2 === 1;
}

/** An id of its own for each call of an answer. */
function createIds() {
  const used = new Set<string>();
  const open = new Map<string, string>();
  const start = (id: string): string => {
    const own = used.has(id) ? `${id}-${used.size + 1}` : id;
    used.add(own);
    open.set(id, own);
    return own;
  };
  return {
    start,
    of: (id: string): string => open.get(id) ?? id,
    end(id: string): string {
      const own = open.get(id) ?? start(id);
      open.delete(id);
      return own;
    },
  };
}
