import type { PromptReading } from "./prompt-reader";
import type { Quote } from "./quotes";

export type Language = "en" | "zh";
export type PlannedCall = { tool: string; input: Record<string, unknown> };
/** `isUnanswered`: the guide has nothing on what was asked, and a model might. */
export type GuideAnswer = { kind: "say"; text: string; isUnanswered?: true };

/** What the guide does next: calls tools, or answers. The thought is shown as reasoning and may be empty. */
export type GuideAct = { kind: "act"; thought: string; calls: PlannedCall[] };
export type GuideStep = GuideAct | GuideAnswer;

export function inLanguage(language: Language, english: string, chinese: string): string {
  return language === "zh" ? chinese : english;
}

export function say(language: Language, english: string, chinese: string): GuideAnswer {
  return { kind: "say", text: inLanguage(language, english, chinese) };
}

/** The one honest line where the guide has no answer: what it looked through, and what it could not. */
function sayUnanswered(language: Language, english: string, chinese: string): GuideAnswer {
  return { ...say(language, english, chinese), isUnanswered: true };
}

/** All that the guide cannot answer; `before` says what went wrong on the way. */
export const sayNeedsModel = (language: Language, before = ""): GuideAnswer =>
  sayUnanswered(
    language,
    `${before} I need a model for that. Until then I can read a file, work out a sum or a date, and explain Sextant.`.trim(),
    `${before}这个问题要接入模型才能回答。接入之前，我可以读文件、做计算、查日期，也能介绍 Sextant。`,
  );

/** Each sentence stands in quotation marks of its own, with the number of its page; a row below its head. */
export function sayQuotes(quotes: readonly Quote[], language: Language): GuideAnswer {
  const lines = quotes.map(({ text, head, number }) =>
    head === null
      ? `“${text}”${inLanguage(language, " ", "")}[${number}]`
      : `${head}\n${text}\n\n[${number}]`,
  );
  const titles = writeTitles(quotes, language);
  const toText = (source: string) => [...lines, `${source}${titles}`].join("\n\n");
  return say(language, toText("Source: "), toText("出处："));
}

/** Facts in the person's own words, with the ids by which the prompt wants them named. */
export function sayFacts(facts: PromptReading["facts"], language: Language): GuideAnswer {
  const list = facts.map(({ content }) => `\n- ${content}`).join("");
  const ids = facts.flatMap(({ id }) => id ?? []).join(", ");
  const told = ids === "" ? list : `${list}\n\n[${ids}]`;
  return say(language, `This is what I remember:\n${told}`, `我记得：\n${told}`);
}

export function writeTitles(named: readonly { title: string }[], language: Language): string {
  const titles = named.map(({ title }) => inLanguage(language, `*${title}*`, `《${title}》`));
  return [...new Set(titles)].join(inLanguage(language, ", ", "、"));
}

/** `named`: the files or pages that alone were asked about; `unread`: files that could not be read. */
export function sayNothingIn(
  { named, unread = [] }: { named: readonly string[]; unread?: readonly string[] },
  language: Language,
): GuideAnswer {
  const list = (titles: readonly string[]) =>
    writeTitles(
      titles.map((title) => ({ title })),
      language,
    );
  const [found, lost] = [list(named), list(unread)];
  return sayUnanswered(
    language,
    `I found nothing on that${found === "" ? "" : ` in ${found}`}.${lost === "" ? "" : ` I could not read ${lost}.`}`,
    `没有找到相关内容${found === "" ? "" : `：${found}里没有写到`}。${lost === "" ? "" : `没能读取${lost}。`}`,
  );
}

const names: Readonly<Record<string, [english: string, chinese: string]>> = {
  web_search: ["Web search", "网络搜索"],
  web_fetch: ["Reading the page", "读取网页"],
  calculate: ["The calculator", "计算器"],
  get_current_time: ["The clock", "时钟"],
  memory_save: ["Memory", "记忆"],
  image_generate: ["Making the picture", "生成图片"],
};

/** `message` is the tool's own. */
export function sayFailure(tool: string, message: string, language: Language): GuideAnswer {
  const [english, chinese] = names[tool] ?? [tool, tool];
  const whole = /[.!?。！？]$/u.test(message) ? message : `${message}${inLanguage(language, ".", "。")}`;
  return say(language, `${english} failed: ${whole}`, `${chinese}失败：${whole}`);
}

/** A tool that would be needed is not offered: why, as far as the prompt tells. */
export function sayMissingTool(tool: string, { language, isClosed, system }: PromptReading): GuideAnswer {
  const [english, chinese] = names[tool] ?? [tool, tool];
  if (isClosed)
    return sayUnanswered(
      language,
      `No more tools can be used in this answer, and this was needed: ${english}.`,
      `这次回答不能再使用工具，而这里需要${chinese}。`,
    );
  if (tool === "memory_save" && system.includes("<temporary>"))
    return say(
      language,
      "This chat is temporary: I remember nothing of it. Tell me again in an ordinary conversation.",
      "这是临时对话：我不会记住这里说的内容。请在普通对话里再告诉我。",
    );
  return tool === "memory_save" && !/^Switched off for this answer: [^.\n]*\bmemory\b/mu.test(system)
    ? say(
        language,
        "Memory is switched off. You can switch it on on the Memory page.",
        "记忆已关闭，可以在“记忆”页面打开。",
      )
    : say(
        language,
        `${english} is switched off. It can be switched on in Admin → Settings.`,
        `${chinese}已关闭，可以在“管理 → 设置”中打开。`,
      );
}
