import type { ToolName } from "@/lib/protocol/tools";
import type { Language } from "./language";
import { inLanguage, type Step } from "./task";
import type { Failure } from "./tool-texts";

type Words = { name: [string, string]; possible: [string, string] };

const words: Partial<Record<ToolName, Words>> = {
  web_search: {
    name: ["The web search", "网络搜索"],
    possible: [
      "Ask again in a moment, or give me the address of a page that I should read.",
      "请稍后再问，或者给我一个网页地址，我来读。",
    ],
  },
  web_fetch: {
    name: ["Reading the page", "读取网页"],
    possible: ["Check the address, or name another page.", "请检查地址，或者换一个网页。"],
  },
  memory_retrieve: {
    name: ["Looking into memory", "读取记忆"],
    possible: ["The Memory page shows what is kept.", "可以在“记忆”页面查看保存的内容。"],
  },
  memory_save: {
    name: ["Saving to memory", "保存记忆"],
    possible: ["You can add it on the Memory page.", "可以在“记忆”页面手动添加。"],
  },
  image_generate: {
    name: ["Making the picture", "生成图片"],
    possible: [
      "A picture needs an image model: add one in Admin → Models.",
      "生成图片需要图像模型：请在“管理 → 模型”中添加。",
    ],
  },
  recall_details: {
    name: ["Recalling the result", "调取结果"],
    possible: ["Ask the question again.", "请重新提问。"],
  },
  get_current_time: {
    name: ["Looking up the time", "查询时间"],
    possible: ["Name a city or a zone such as Europe/Paris.", "请给出城市或时区，例如 Asia/Shanghai。"],
  },
  calculate: {
    name: ["The calculation", "计算"],
    possible: [
      "Write it as an expression, such as 15% of 240 or 5 km to mile.",
      "请写成算式，例如 15% of 240 或 5 km to mile。",
    ],
  },
};

const capabilities: Partial<Record<ToolName, [string, string]>> = {
  web_search: ["Web search", "网络搜索"],
  web_fetch: ["Reading web pages", "读取网页"],
  memory_retrieve: ["Memory", "记忆"],
  memory_save: ["Memory", "记忆"],
  image_generate: ["Image generation", "图片生成"],
  recall_details: ["Recalling earlier results", "调取先前结果"],
  get_current_time: ["The clock", "时钟"],
  calculate: ["The calculator", "计算器"],
};

/** Says what failed, in the tool's own words, and what is possible now. */
export function explainFailure(tool: ToolName, failure: Failure | null, language: Language): Step {
  const { name, possible } = words[tool] ?? { name: [tool, tool], possible: ["", ""] };
  const message = failure?.message ?? inLanguage(language, "no result came back.", "没有返回结果。");
  return {
    kind: "say",
    thought: inLanguage(language, "The tool failed, so I say what happened.", "工具失败了，我如实说明。"),
    text: inLanguage(
      language,
      `${name[0]} failed: ${endSentence(message, ".")} ${possible[0]}`,
      `${name[1]}失败：${endSentence(message, "。")}${possible[1]}`,
    ),
  };
}

export function explainSwitchedOff(tool: ToolName, language: Language): Step {
  const [english, chinese] = capabilities[tool] ?? [tool, tool];
  return {
    kind: "say",
    thought: inLanguage(
      language,
      `${english} would help here, but it is not offered.`,
      `这里需要${chinese}，但它没有开启。`,
    ),
    text: inLanguage(
      language,
      `${english} is switched off, and without it I cannot answer this. It can be switched on in Admin → Settings.`,
      `${chinese}已关闭，没有它我无法回答。可以在“管理 → 设置”中打开。`,
    ),
  };
}

/** Switched off by the person, whose own switch stands on the Memory page. */
export function explainMemoryOff(language: Language): Step {
  return {
    kind: "say",
    thought: inLanguage(
      language,
      "Memory would help here, but it is not offered.",
      "这里需要记忆，但它没有开启。",
    ),
    text: inLanguage(
      language,
      "Memory is switched off, so I keep nothing and use nothing that was kept. You can switch it on on the Memory page.",
      "记忆已关闭，所以我不会记住新的内容，也不会用到以前记住的事。可以在“记忆”页面打开。",
    ),
  };
}

export function explainTemporary(language: Language): Step {
  return {
    kind: "say",
    thought: inLanguage(
      language,
      "Memory would help here, but this chat is temporary.",
      "这里需要记忆，但这是临时对话。",
    ),
    text: inLanguage(
      language,
      "This chat is temporary: I remember nothing of it, and I do not use what I remember of you. Tell me again in an ordinary conversation.",
      "这是临时对话：我不会记住这里说的内容，也不会用到之前记住的事。请在普通对话里再告诉我。",
    ),
  };
}

/** The answer has to come now, and the call was not made before. */
export function explainLimit(tool: ToolName, language: Language): Step {
  const [english, chinese] = capabilities[tool] ?? [tool, tool];
  return {
    kind: "say",
    thought: inLanguage(
      language,
      "No more tools may be used, so I say what is missing.",
      "不能再使用工具，我说明还缺什么。",
    ),
    text: inLanguage(
      language,
      `I had to stop before I could use this: ${english.toLowerCase()}. That part stays unanswered; say "continue" and I go on.`,
      `我在使用${chinese}之前就必须停下，这一部分还没有答案；说“继续”我就接着做。`,
    ),
  };
}

function endSentence(text: string, mark: string): string {
  return /[.!?。！？]$/u.test(text.trim()) ? text.trim() : `${text.trim()}${mark}`;
}
