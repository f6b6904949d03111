import type { EndReason } from "@/lib/protocol/chat-message";

export type Language = "en" | "zh";
export type ClosingSource = { number: number; title: string };

const because: Record<Language, Partial<Record<EndReason, string>>> = {
  en: {
    iterations: "I reached the limit of steps before I had an answer.",
    budget: "The budget for this question was spent before I had an answer.",
    time: "Time ran out before I had an answer.",
    filtered: "The model's provider blocked the answer.",
    no_progress: "My last steps brought nothing new, so I stopped before I had an answer.",
  },
  zh: {
    iterations: "还没得出答案，就已达到步数上限。",
    budget: "还没得出答案，这个问题的费用预算就用完了。",
    time: "还没得出答案，这个问题的时间就用完了。",
    filtered: "模型服务拦截了这段回答。",
    no_progress: "最近几步没有任何新收获，所以还没得出答案就停了下来。",
  },
};
const fallback: Record<Language, string> = {
  en: "I stopped before I had an answer.",
  zh: "还没得出答案就结束了。",
};
const found: Record<Language, string> = { en: "What I had found so far:", zh: "目前找到的资料：" };
const inSteps: Record<Language, string> = {
  en: "The steps above show what I found.",
  zh: "各步骤的结果见上方。",
};
const lostPicture: Record<Language, string> = {
  en: "A picture was made here, but it could not be saved.",
  zh: "这里生成了一张图片，但没有保存成功。",
};
const nothing: Record<Language, string> = {
  en: "I had found nothing useful yet.",
  zh: "还没有找到有用的资料。",
};

/** Our own last words for a run that a limit ended before the model wrote an answer. */
export function writeClosingText(
  reason: EndReason,
  language: Language,
  { findings, hasResults }: { findings: readonly ClosingSource[]; hasResults: boolean },
): string {
  const start = because[language][reason] ?? fallback[language];
  if (findings.length === 0) return `${start} ${hasResults ? inSteps[language] : nothing[language]}`;
  return `${start} ${found[language]}\n\n${findings.map(({ number, title }) => `- ${title} [${number}]`).join("\n")}`;
}

/** Stands where a picture would. */
export function writeLostPicture(language: Language): string {
  return lostPicture[language];
}
