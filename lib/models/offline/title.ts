import { detectLanguage } from "./language";
import type { PromptReading } from "./prompt-reader";

/** Whether a short title is wanted rather than an answer: the system text says so and names no style. */
export function asksForTitle({ system }: PromptReading): boolean {
  return /\btitle\b|标题/iu.test(system) && !/<style\s+name=/u.test(system);
}

/** A title of a few words, made of the person's own. */
export function writeTitle({ question, earlier }: PromptReading): string {
  const source = cleanLine(earlier[0]?.question ?? question);
  if (source === "") return "…";
  if (detectLanguage(source) === "zh")
    return [...source]
      .slice(0, 18)
      .join("")
      .replace(/[，。？！、,?!]+$/u, "");
  const words = source
    .replace(/^(?:please|can you|could you|tell me|hey|hi|hello)\b[,\s]*/iu, "")
    .split(/\s+/u);
  const title = words
    .slice(0, 7)
    .join(" ")
    .slice(0, 60)
    .replace(/[\s,.;:!?]+$/u, "");
  return title === "" ? source.slice(0, 60) : title.charAt(0).toUpperCase() + title.slice(1);
}

/** The person's words alone, when the request wraps them in a label, tags or quotes. */
function cleanLine(text: string): string {
  const inner = /<(message|conversation|text|question)>([\s\S]*?)<\/\1>/iu.exec(text)?.[2] ?? text;
  const line =
    inner
      .split("\n")
      .map((one) => one.trim())
      .find((one) => one !== "") ?? "";
  return line
    .replace(/^(?:user|person|human|message|问题|用户)\s*[:：]\s*/iu, "")
    .replace(/^["“'`#*\s]+|["”'`*\s]+$/gu, "");
}
