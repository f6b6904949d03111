import { readDetails, weighDetails, type Details } from "./details";
import { isQuestion, isSmallTalk } from "./kind-of-sentence";
import type { SummaryEntry } from "./summary-entries";

/** Steps that no telling word makes up for: talk goes first, then what answers said, then what the person told, instructions last. */
const steps = { instruction: 1_000, told: 200, answered: 100, plain: 60, asked: 20 };
/** A statement with less is talk. */
const leastTelling = 3;

/** How long an entry stays when room is short; 0 for what is not worth a line. */
export function weighEntry(
  { kind, isAnswer, changedIn, text }: SummaryEntry,
  details: Details = readDetails(text),
): number {
  const told = weighDetails(details);
  if (kind === "instruction") return steps.instruction + (isLasting(text) ? 20 : 0);
  if (kind === "topic") return steps.asked;
  if (isAnswer) return told < leastTelling || isQuestion(text) ? 0 : steps.answered + told;
  if (isQuestion(text)) return told === 0 ? 0 : steps.asked + told;
  if (isSmallTalk(text) && told < leastTelling) return 0;
  const telling = told + weighWords(text) + (kind === "decision" ? 4 : 0) - (changedIn === null ? 0 : 6);
  return telling >= leastTelling ? steps.told + telling : Math.max(steps.plain + telling, 1);
}

function weighWords(text: string): number {
  const own = ownWords.test(text) ? 3 : 0;
  const marked = markedWords.test(text) ? 4 : 0;
  return own + marked - (request.test(text) ? 5 : 0);
}

function isLasting(text: string): boolean {
  return /\b(?:always|never|from now on|every|whenever|call me|future)\b|以后|今后|每次|永远|始终|一律|从现在|叫我|称呼我|不要再|别再/iu.test(
    text,
  );
}

const ownWords =
  /\b(?:my|our|I am|I['’]m|I live|I work|I have|I was|we are|we['’]re|we have)\b|我(?:的|是|叫|住|姓|在|们|家|有|对|儿子|女儿|妈|爸|妻子|丈夫|老婆|老公)/iu;
const markedWords =
  /\b(?:remember|don['’]t forget|note|important|for the record|keep in mind|FYI)\b|记住|记得|记一下|别忘|注意|重要|备忘/iu;
/** What is asked for now, and done with the answer. */
const request =
  /^(?:(?:please|can you|could you|would you|now|then|ok|also|and)[, ]+){0,3}(?:write|rewrite|shorten|rephrase|improve|correct|edit|fix|check|convert|translate|explain|calculate|compute|compare|summari[sz]e|find|search|show|list|give|tell|draft|look|help|describe|suggest|recommend|make|create|what|how|why)\b|^(?:请|帮我|麻烦你?|再|那|能不能|可以)*(?:把.{1,60}?(?:改|翻译|缩|润色|写成|换成)|写|改|润色|翻译|解释|计算|算|比较|对比|总结|查|找|列|给我|介绍|推荐|帮|讲|说说|举)/iu;
