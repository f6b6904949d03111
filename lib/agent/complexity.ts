import type { Complexity } from "@/lib/protocol/run-record";

export type ComplexityInput = { text: string; fileCount: number; mode: "fast" | "balanced" | "thinking" };

const compoundWords =
  /\b(compare|versus|vs\.?|difference between|pros and cons|step by step|analy[sz]e|evaluate|research|in depth|comprehensive|report|plan)\b/i;
const compoundChinese = /(比较|对比|区别|优缺点|分析|评估|调研|研究|详细|全面|报告|方案|计划)/;
const joiners = /\b(and then|and also|as well as|after that)\b|(然后|并且|以及|同时|另外)/gi;

/** How much work a request looks like: by its length, its sub-questions, its files and the chosen mode. */
export function classifyComplexity({ text, fileCount, mode }: ComplexityInput): Complexity {
  if (mode === "thinking") return "complex";
  const score = scoreLength(text) + scoreParts(text) + (fileCount > 0 ? 1 : 0);
  if (mode === "fast") return score >= 3 ? "moderate" : "simple";
  if (score >= 3) return "complex";
  return score >= 1 ? "moderate" : "simple";
}

/** A Chinese character says about as much as three letters. */
function scoreLength(text: string): number {
  const chinese = text.match(/[\u3400-\u9fff]/g)?.length ?? 0;
  const size = text.length + 2 * chinese;
  if (size > 1200) return 3;
  return size > 300 ? 1 : 0;
}

function scoreParts(text: string): number {
  const questions = text.match(/[?？]/g)?.length ?? 0;
  const listed = text.match(/^[^\S\n]*(?:[-*•]|\d+[.)、])\s+/gm)?.length ?? 0;
  const compound = compoundWords.test(text) || compoundChinese.test(text) ? 1 : 0;
  const joined = (text.match(joiners)?.length ?? 0) > 0 ? 1 : 0;
  const many = questions > 2 || listed > 2 ? 2 : questions === 2 || listed > 0 ? 1 : 0;
  return compound + joined + many;
}
