import type { PromptReading } from "./prompt-reader";
import type { Quote } from "./quotes";

export type Language = "en" | "zh";
export type PlannedCall = { tool: string; input: Record<string, unknown> };
export type Answer = { kind: "say"; text: string };

/** What the guide does next: calls tools, or answers. The thought is shown as reasoning and may be empty. */
export type Act = { kind: "act"; thought: string; calls: PlannedCall[] };
export type Step = Act | Answer;

export function inLanguage(language: Language, english: string, chinese: string): string {
  return language === "zh" ? chinese : english;
}

const connect: [english: string, chinese: string] = [
  "For answers in its own words, connect a language model in Admin → Models.",
  "想得到真正的解答，请在“管理 → 模型”中连接一个语言模型。",
];

export function say(language: Language, english: string, chinese: string): Answer {
  return { kind: "say", text: inLanguage(language, english, chinese) };
}

/** What the guide is: the answer to everything that it has no rule for. */
export function sayWhatItIs(language: Language): Answer {
  return say(
    language,
    `I am the offline guide: a set of rules, not a language model. I search the web and quote the sentences that fit a question best, calculate, tell the time, and remember what you ask me to. ${connect[0]}`,
    `我是离线向导：只是一套规则，不是语言模型。我能上网搜索并引用最符合问题的句子、计算、报时，以及记住你让我记的事。${connect[1]}`,
  );
}

/** Each sentence stands in quotation marks of its own, with the number of its page. */
export function sayQuotes(quotes: readonly Quote[], language: Language): Answer {
  const lines = quotes.map(({ text, number }) => `“${text}”${inLanguage(language, " ", "")}[${number}]`);
  const titles = writeTitles(quotes, language);
  const toText = (source: string) => [...lines, `${source}${titles}`].join("\n\n");
  return say(language, toText("Source: "), toText("出处："));
}

export function writeTitles(named: readonly { title: string }[], language: Language): string {
  const titles = named.map(({ title }) => inLanguage(language, `*${title}*`, `《${title}》`));
  return [...new Set(titles)].join(inLanguage(language, ", ", "、"));
}

export function sayNothingFound(
  { queries, pages }: { queries: readonly string[]; pages: readonly { title: string }[] },
  language: Language,
): Answer {
  const asked = queries.map((query) => `“${query}”`);
  const read = writeTitles(pages, language);
  const english = [asked.length > 0 && `searched for ${asked.join(", ")}`, read !== "" && `read ${read}`];
  const chinese = [asked.length > 0 && `搜索了${asked.join("、")}`, read !== "" && `读了${read}`];
  return say(
    language,
    `I found nothing on that. I ${english.filter(Boolean).join(" and ")}. Other words may help. ${connect[0]}`,
    `没有找到相关内容。我${chinese.filter(Boolean).join("，")}。可以换一种说法再试。${connect[1]}`,
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
export function sayFailure(tool: string, message: string, language: Language): Answer {
  const [english, chinese] = names[tool] ?? [tool, tool];
  const whole = /[.!?。！？]$/u.test(message) ? message : `${message}${inLanguage(language, ".", "。")}`;
  return say(language, `${english} failed: ${whole}`, `${chinese}失败：${whole}`);
}

/** Why is said by the steps above, in the tool's own words. */
export const saySearchFailed = (language: Language): Answer =>
  say(
    language,
    "Web search failed; the steps above say why. Questions about a file, the handbook, calculations and the date work without it.",
    "网络搜索失败，原因见上面的步骤。问文件、使用手册、计算和日期不需要网络搜索。",
  );

/** A tool that would be needed is not offered: why, as far as the prompt tells. */
export function sayMissingTool(tool: string, { language, isClosed, system }: PromptReading): Answer {
  const [english, chinese] = names[tool] ?? [tool, tool];
  if (isClosed)
    return say(
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
  return tool === "memory_save" && !/^Switched off by the administrator: [^.\n]*\bmemory\b/mu.test(system)
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
