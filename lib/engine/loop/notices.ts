import type { AppError, FailureDetail } from "@/lib/errors";
import type { NoticeData } from "@/lib/protocol/chat-message";
import type { Language } from "./closing-text";

/** Of tools, in one notice. */
const mostNames = 10;

/** What a person is told beside an answer: a key of `chat.notice` with its values. Amounts are in cents. */
export const notices = {
  stuck: (): NoticeData => ({ kind: "loop", code: "stuck" }),
  /** `titles`: of the pages. */
  instructions: (titles: readonly string[]): NoticeData => ({
    kind: "injection",
    code: "instructions",
    values: { titles },
  }),
  unknownPrice: (): NoticeData => ({ kind: "budget", code: "unknownPrice" }),
  /** `act`: what the answer goes without, for want of money. */
  unpaid: (
    values: { act: "search" | "picture" | "page" } & Record<"most" | "left" | "all", number>,
  ): NoticeData => ({
    kind: "unpaid",
    code: "unpaid",
    values,
  }),
  /** `isRead`: more than search results. */
  uncited: (isRead: boolean): NoticeData => ({
    kind: "uncited",
    code: "uncited",
    values: { what: isRead ? "read" : "found" },
  }),
  /** `left`: the names of the tools that were not offered, of `count` in all. */
  toolsLeftOut: (model: string, left: readonly string[], count: number): NoticeData => {
    const more = left.length > mostNames ? "yes" : "no";
    return {
      kind: "limit",
      code: "toolsLeftOut",
      values: { model, tools: left.slice(0, mostNames), left: left.length, count, more },
    };
  },
  fallback: (values: { from: string; to: string; why: AppError["code"] | FailureDetail }): NoticeData => ({
    kind: "fallback",
    code: "fallback",
    values,
  }),
  restarted: ({ from, to }: { from: string; to: string }): NoticeData => ({
    kind: "fallback",
    code: from === to ? "askedAgain" : "restarted",
    values: { from, to },
  }),
  agentGone: (): NoticeData => ({ kind: "fallback", code: "agentGone" }),
  /** `tools`: by the names that models know. */
  notCalled: (tools: readonly string[]): NoticeData => ({
    kind: "limit",
    code: "notCalled",
    values: { tools },
  }),
  /** `titles`: of steps that came to nothing. */
  stepsFailed: (titles: readonly string[]): NoticeData => ({
    kind: "limit",
    code: "stepsFailed",
    values: { titles },
  }),
  notPlanned: (): NoticeData => ({ kind: "limit", code: "notPlanned" }),
  /** What a plan may cost to be made, and what this answer may cost. */
  tooDear: (values: Record<"most" | "all", number>): NoticeData => ({
    kind: "unpaid",
    code: "planTooDear",
    values,
  }),
  /** What the plan may come to, and what its answer may cost. */
  planTooLarge: (values: Record<"most" | "all", number>): NoticeData => ({
    kind: "unpaid",
    code: "planTooLarge",
    values,
  }),
  /** `model`: gave no usable structured answer. Told once a conversation. */
  unanswered: (model: string, what: "plan" | "change" | "conflicts" | "checks"): NoticeData => ({
    kind: "form",
    code: "unanswered",
    values: { model, what },
  }),
  /** `window`: to how many tokens a server cut what it was sent. Told once a conversation. */
  cutPrompt: (model: string, window: number): NoticeData => ({
    kind: "window",
    code: "cutPrompt",
    values: { model, window },
  }),
  recovered: (): NoticeData => ({ kind: "recovered", code: "recovered" }),
};

/** The language for what we write ourselves: Chinese for a Chinese interface, else English. */
export function toLanguage(tag: string | undefined): Language {
  return tag?.toLowerCase().startsWith("zh") === true ? "zh" : "en";
}
