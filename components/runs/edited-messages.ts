import type { TriedMessage } from "@/lib/features/traces/shape/playground";
import { parseJson } from "@/lib/protocol/json";

/** A piece of a message as a text that can be edited. `isJson`: what is typed has to be JSON. */
export type EditedPart = { tool: string | null; isJson: boolean; text: string };
/** `id` is of this page alone. */
export type EditedMessage = { id: string; origin: TriedMessage; parts: EditedPart[] };

type Part = Exclude<TriedMessage["content"], string>[number];

export function toEdited(origin: TriedMessage, id: string): EditedMessage {
  const { content } = origin;
  const parts = typeof content === "string" ? [toPlainPart(content)] : content.map(toEditedPart);
  return { id, origin, parts };
}

const toPlainPart = (text: string): EditedPart => ({ tool: null, isJson: false, text });

function toEditedPart(part: Part): EditedPart {
  if (part.type === "text") return toPlainPart(part.text);
  const tool = part.toolName;
  if (part.type === "tool-call") return { tool, isJson: true, text: JSON.stringify(part.input, null, 2) };
  const { type, value } = part.output;
  if (type === "text" || type === "error-text") return { tool, isJson: false, text: value };
  return { tool, isJson: true, text: JSON.stringify(value, null, 2) };
}

/** Whether what stands there is what it has to be. */
export function isWhole({ isJson, text }: EditedPart): boolean {
  return !isJson || parseJson(text) !== undefined;
}

/** The message as it is sent. Throws where a part is not whole. */
export function toTried({ origin, parts }: EditedMessage): TriedMessage {
  if (origin.role === "system") return { role: "system", content: parts[0]?.text ?? "" };
  const content = origin.content.map((part, index) => toTriedPart(part, parts[index]));
  return { role: origin.role, content } as TriedMessage;
}

function toTriedPart(part: Part, edited: EditedPart | undefined): Part {
  if (edited === undefined) return part;
  const { isJson, text } = edited;
  if (part.type === "text") return { ...part, text };
  if (part.type === "tool-call") return { ...part, input: JSON.parse(text) };
  const { type } = part.output;
  if (isJson && (type === "json" || type === "error-json"))
    return { ...part, output: { type, value: JSON.parse(text) } };
  return type === "text" || type === "error-text" ? { ...part, output: { type, value: text } } : part;
}
