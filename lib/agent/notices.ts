import type { AppError, FailureDetail } from "@/lib/errors";
import type { NoticeData } from "@/lib/protocol/chat-message";
import type { Language } from "./closing-text";

const didNotAnswer: Record<Language, string> = { en: "did not answer", zh: "没有回应" };
const whys: Record<string, Record<Language, string>> = {
  model_key: { en: "rejected the API key", zh: "拒绝了密钥" },
  model_quota: { en: "is rate-limited or out of quota", zh: "被限流或额度已用完" },
  model_rejected: { en: "rejected the request", zh: "拒绝了请求" },
  model_overflow: { en: "can't fit the conversation", zh: "放不下这么长的对话" },
  no_money: { en: "has no credit left", zh: "账户余额不足" },
  moderated: { en: "blocked the request with its content filter", zh: "的内容审核拒绝了请求" },
  no_pictures: { en: "does not accept pictures", zh: "不支持图片" },
};

/** Of tools, in one notice. */
const mostNames = 10;

const undone = {
  plan: { en: "This was answered without a plan", zh: "这次没有制定计划，直接回答了" },
  change: { en: "The plan was not changed", zh: "计划没有调整" },
  conflicts: { en: "The results of the steps were not compared", zh: "没有比对各步骤的结果" },
  checks: { en: "This answer was not checked as a whole", zh: "没有整体核对这个回答" },
} satisfies Record<string, Record<Language, string>>;

const unpaid = {
  search: { en: "A paid search was skipped", zh: "没有使用付费搜索" },
  picture: { en: "A picture was skipped", zh: "没有生成图片" },
  page: { en: "A page was read without the reader service", zh: "读取网页时没有使用付费阅读服务" },
} satisfies Record<string, Record<Language, string>>;

/** What a person is told beside an answer, in their language. */
export const notices = {
  stuck: (language: Language): NoticeData => ({
    kind: "loop",
    text:
      language === "zh"
        ? "有一步没有带来新内容，已请模型换个做法。"
        : "A step brought nothing new, so the model was asked to try something else.",
  }),
  /** `titles`: of the pages. */
  instructions: (language: Language, titles: readonly string[]): NoticeData => ({
    kind: "injection",
    text:
      language === "zh"
        ? `${titles.map((title) => `《${title}》`).join("、")}试图给模型下指令，没有照做。`
        : `${titles.map((title) => `“${title}”`).join(", ")} tried to give instructions. They were not followed.`,
  }),
  unknownPrice: (language: Language): NoticeData => ({
    kind: "budget",
    text:
      language === "zh"
        ? "这个模型的价格未知，因此按长度而不是按金额设限。"
        : "This model's price is unknown, so the answer is limited by length instead of cost.",
  }),
  /** `act`: what the answer goes without, for want of money; in cents. */
  unpaid: (
    language: Language,
    act: keyof typeof unpaid,
    { most, left, all }: Record<"most" | "left" | "all", number>,
  ): NoticeData => ({
    kind: "unpaid",
    text:
      language === "zh"
        ? `${unpaid[act].zh}：最多需 ${most} 美分，而这次回答的 ${all} 美分预算只剩 ${left} 美分可用。`
        : `${unpaid[act].en}: it could cost ${most} ¢, but only ${left} ¢ of this answer’s ${all} ¢ budget was left.`,
  }),
  /** `isRead`: more than search results. */
  uncited: (language: Language, isRead: boolean): NoticeData => ({
    kind: "uncited",
    text:
      language === "zh"
        ? `${isRead ? "读过网页" : "搜到了网页"}，但回答没有引用任何来源。`
        : `Pages were ${isRead ? "read" : "found"}, none is cited.`,
  }),
  /** `left`: the names of the tools that were not offered, of `count` in all. */
  toolsLeftOut: (
    language: Language,
    { model, left, count }: { model: string; left: readonly string[]; count: number },
  ): NoticeData => {
    const shown = left.slice(0, mostNames).join(language === "zh" ? "、" : ", ");
    const more = left.length > mostNames ? "…" : "";
    return {
      kind: "limit",
      text:
        language === "zh"
          ? `${model} 的上下文放不下全部 ${count} 个工具，这次没有提供其中 ${left.length} 个：${shown}${more}。`
          : `${left.length} of ${count} tools did not fit the context window of ${model} and were not offered: ${shown}${more}.`,
    };
  },
  fallback: (
    language: Language,
    { from, to, code }: { from: string; to: string; code: AppError["code"] | FailureDetail },
  ): NoticeData => {
    const why = (whys[code] ?? didNotAnswer)[language];
    return {
      kind: "fallback",
      text: language === "zh" ? `${from} ${why}，回答来自 ${to}。` : `${from} ${why}; answered by ${to}.`,
    };
  },
  restarted: (language: Language, { from, to }: { from: string; to: string }): NoticeData => ({
    kind: "fallback",
    text:
      language === "zh"
        ? `${from} 中途断开，${from === to ? "已重新回答" : `改由 ${to} 回答`}。`
        : `${from} broke off in the middle; ${from === to ? "it was asked again" : `answered by ${to}`}.`,
  }),
  agentGone: (language: Language): NoticeData => ({
    kind: "fallback",
    text:
      language === "zh"
        ? "这个对话原来的智能体已经不在了，由 Sextant 回答。"
        : "This conversation's agent no longer exists; Sextant answered.",
  }),
  /** `tools`: by the names that models know. */
  notCalled: (language: Language, tools: readonly string[]): NoticeData => {
    const names = tools.map((name) => name.replaceAll("_", " ")).join(", ");
    return {
      kind: "limit",
      text:
        language === "zh"
          ? `这个智能体应当先使用 ${names} 再回答，这次没有用上。`
          : `This agent should have used ${names} before it answered, and could not.`,
    };
  },
  /** `titles`: of steps that came to nothing. */
  stepsFailed: (language: Language, titles: readonly string[]): NoticeData => ({
    kind: "limit",
    text:
      language === "zh"
        ? `计划中有步骤没有完成：${titles.join("、")}。`
        : `Not every step of the plan could be done: ${titles.join("; ")}.`,
  }),
  notPlanned: (language: Language): NoticeData => ({
    kind: "limit",
    text:
      language === "zh"
        ? "没有得到可用的计划，因此直接回答。"
        : "No usable plan came out, so this was answered directly.",
  }),
  /** In cents: what a plan may cost to be made, and what this answer may cost. */
  tooDear: (language: Language, { most, all }: Record<"most" | "all", number>): NoticeData => ({
    kind: "unpaid",
    text:
      language === "zh"
        ? `制定计划最多需 ${most} 美分，而这次回答的预算是 ${all} 美分，因此直接回答。`
        : `A plan would cost about ${most} ¢; this answer may cost ${all} ¢. It was answered directly.`,
  }),
  /** In cents: what the plan may come to, and what its answer may cost. */
  planTooLarge: (language: Language, { most, all }: Record<"most" | "all", number>): NoticeData => ({
    kind: "unpaid",
    text:
      language === "zh"
        ? `这个计划预计需要约 ${most} 美分，而这次回答的预算是 ${all} 美分，超出预算的步骤会略过。`
        : `The plan may cost about ${most} ¢; this answer may cost ${all} ¢. Steps that don’t fit are left out.`,
  }),
  /** `model`: gave no usable structured answer. Told once a conversation. */
  unanswered: (language: Language, model: string, what: keyof typeof undone): NoticeData => ({
    kind: "form",
    text:
      language === "zh"
        ? `${undone[what].zh}：${model} 没有按要求的格式返回结果。`
        : `${undone[what].en}: ${model} did not answer in the required format.`,
  }),
  /** `window`: to how many tokens a server cut what it was sent. Told once a conversation. */
  cutPrompt: (language: Language, model: string, window: number): NoticeData => ({
    kind: "window",
    text:
      language === "zh"
        ? `${model} 的服务器只读取了 ${window} 个 token，其余内容被悄悄截断。请调大服务器的上下文长度（Ollama 为 num_ctx）。`
        : `The server of ${model} silently cut the prompt to ${window} tokens. Raise the server's context length (num_ctx for Ollama).`,
  }),
  recovered: (language: Language): NoticeData => ({
    kind: "recovered",
    text:
      language === "zh"
        ? "服务器中断过，回答已从中断处继续。"
        : "The server was interrupted; the answer continued from where it was.",
  }),
};

/** The language for what we write ourselves: Chinese for a Chinese interface, else English. */
export function toLanguage(tag: string | undefined): Language {
  return tag?.toLowerCase().startsWith("zh") === true ? "zh" : "en";
}
