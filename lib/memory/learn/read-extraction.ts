import { jsonrepair } from "jsonrepair";
import { minConfidence, type FactInput } from "@/lib/memory/accept";
import { findSecret } from "@/lib/memory/secrets";
import { memoryCategories, memoryTiers } from "@/lib/protocol/memories";
import { z } from "zod";
import type { AskedMessage } from "./extraction-prompt";
import { standsInOwnWords } from "./own-words";
import { sortFact } from "./triggers/sort-fact";

export type ExtractedFact = { input: FactInput; messageId: string };

const maxFacts = 12;

const answeredFactSchema = z.object({
  message: z.coerce.number().int(),
  content: z.string().trim().min(3).max(500),
  category: z.enum(memoryCategories).optional().catch(undefined),
  tier: z.enum(memoryTiers).optional().catch(undefined),
  confidence: z.coerce.number().min(0).max(1),
});
const answerSchema = z.union([
  z.object({ facts: z.array(z.unknown()) }).transform(({ facts }) => facts),
  z.array(z.unknown()),
]);

/** The facts of a small model's answer that the named messages bear out, at most 12; `null` when the answer is no list of facts. */
export function readExtraction(answer: string, batch: readonly AskedMessage[]): ExtractedFact[] | null {
  const listed = answerSchema.safeParse(parseAnswer(answer));
  if (!listed.success) return null;
  const facts = listed.data.flatMap((one) => {
    const { success, data } = answeredFactSchema.safeParse(one);
    const message = batch.find(({ number }) => number === data?.message);
    if (!success || message === undefined || data.confidence < minConfidence) return [];
    return isKeepable(data.content) && standsInOwnWords(data.content, message.sentences)
      ? [{ input: toInput(data), messageId: message.messageId }]
      : [];
  });
  return facts.slice(0, maxFacts);
}

/** From the first bracket to the last: prose and fences may stand around it. */
function parseAnswer(answer: string): unknown {
  const start = answer.search(/[{[]/);
  const end = Math.max(answer.lastIndexOf("}"), answer.lastIndexOf("]"));
  if (start < 0) return undefined;
  const json = end > start ? answer.slice(start, end + 1) : answer.slice(start);
  try {
    return JSON.parse(jsonrepair(json));
  } catch {
    return undefined;
  }
}

/** The model may not make a fact last for ever that does not look like it. */
function toInput({ content, category, tier, confidence }: z.output<typeof answeredFactSchema>): FactInput {
  const sorted = sortFact(content);
  const wanted = tier ?? sorted.tier;
  return {
    content,
    category: category ?? sorted.category,
    tier: wanted === "core" && sorted.tier !== "core" ? "important" : wanted,
    confidence,
    keywords: [],
  };
}

function isKeepable(content: string): boolean {
  return (
    findSecret(content) === null &&
    !refused.some((pattern) => pattern.test(content)) &&
    !(others.test(content) && privateMatters.test(content))
  );
}

const refused = [
  // Questions.
  /[?？]\s*$|[吗呢]$/u,
  // Guesses.
  /\b(?:probably|maybe|perhaps|might|seems?|possibly|likely|apparently|appears|may be|presumably)\b|可能|也许|大概|似乎|好像|应该是|估计|或许/iu,
  // What passes.
  /\b(?:today|tonight|yesterday|right now|just now|at the moment|this (?:morning|afternoon|evening)|asked (?:about|for|how|what|whether)|asks|is asking|wants to know|is wondering|requested|inquired)\b|今天|今晚|昨天|刚才|刚刚|现在正|想知道|询问|问了/iu,
];

/** People who are not family, and what of them is nobody's to keep. */
const others =
  /\b(?:colleagues?|co-?workers?|boss|manager|neighbou?rs?|friends?|clients?|customers?|students?|patients?|teachers?|roommates?|flatmates?|landlord|landlady|ex)\b|同事|老板|上司|领导|邻居|朋友|客户|学生|病人|患者|老师|室友|房东|前任|前男友|前女友/iu;
const privateMatters =
  /\b(?:ill|sick|illness|diseases?|cancer|hiv|aids|depress\w*|anxiety|autis\w*|adhd|pregnan\w*|miscarriage|abortion|divorc\w*|affair|salary|earns|debts?|broke|bankrupt|arrested|prison|convicted|gay|lesbian|bisexual|trans|transgender|religio\w*|muslim|jewish|christian|votes?|addict\w*|alcoholic|drinks too much|phone number|e-?mail|address|lives at|born on|birthday)\b|病|癌|抑郁|怀孕|流产|离婚|出轨|工资|薪水|欠债|破产|被捕|坐牢|同性恋|信教|宗教|上瘾|酗酒|电话|手机号|邮箱|地址|住址|生日/iu;
