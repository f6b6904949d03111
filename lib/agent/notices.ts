import type { NoticeData } from "@/lib/protocol/chat-message";
import type { Language } from "./closing-text";

/** What a person is told beside an answer, in their language. */
export const notices = {
  repeated: (language: Language): NoticeData => ({
    kind: "loop",
    text: language === "zh" ? "有一步重复了，已请模型换个做法。" : "A step was repeated, so the model was asked to try something else.",
  }),
  unknownPrice: (language: Language): NoticeData => ({
    kind: "budget",
    text: language === "zh" ? "这个模型的价格未知，因此按长度而不是按金额设限。" : "This model's price is not known, so the answer is limited by length instead of by money.",
  }),
  fallback: (language: Language, from: string, to: string): NoticeData => ({
    kind: "fallback",
    text: language === "zh" ? `${from} 没有回应，回答来自 ${to}。` : `${from} did not answer; this is from ${to}.`,
  }),
};

/** The language for what we write ourselves: Chinese for a Chinese interface, else English. */
export function toLanguage(tag: string | undefined): Language {
  return tag?.toLowerCase().startsWith("zh") === true ? "zh" : "en";
}
