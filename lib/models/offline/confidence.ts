import type { KnownAnswer } from "./known-answers";

/** What the guide's own words are worth for a kind of question before its wording is looked at (0 to 1). */
const bases = { definition: 0.88, fact: 0.9, how_to: 0.72, opinion: 0.66 } as const;

/**
 * How sure the guide is that its own words will do, from 0 (only a tool can tell) to 1.
 * A wish for brevity raises it; a wish for depth, sources or what is new lowers it.
 */
export function rateConfidence(text: string, kind: KnownAnswer["kind"], isElementary: boolean): number {
  if (wantsNew.test(text)) return 0;
  const raised = (isElementary ? 0.06 : 0) + (wantsBrief.test(text) ? 0.1 : 0);
  const lowered = (wantsDepth.test(text) ? 0.25 : 0) + (isLong(text) ? 0.1 : 0);
  return Math.max(0, Math.min(1, bases[kind] + raised - lowered));
}

const wantsNew =
  /\b(?:latest|newest|current(?:ly)?|today|news|recent(?:ly)?|this (?:week|month|year)|right now|20[2-9]\d)\b|最新|目前|现在|今天|最近|新闻|今年|本周|20[2-9]\d年/iu;
const wantsBrief =
  /\b(?:brief(?:ly)?|in short|simple (?:terms|words)|simply|in one sentence|in a nutshell|roughly)\b|简单|一句话|简短|大概/iu;
const wantsDepth =
  /\b(?:in detail|detailed|sources?|exactly|evidence|research|stud(?:y|ies)|history|look up|search|thorough(?:ly)?|step by step|according to)\b|详细|来源|出处|研究|历史|查一下|搜索|具体|一步一步|根据/iu;

function isLong(text: string): boolean {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  return han > 0 ? han > 20 : text.split(/\s+/u).length > 12;
}
