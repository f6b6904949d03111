import { isAsking } from "@/lib/models/offline/question";

/** Whether a question is about the person who asks it: what memory can answer, and no page. */
export function asksAboutSelf(text: string): boolean {
  const said = text.trim();
  if (!isAsking(said) || asksHow.test(said)) return false;
  return english.some((pattern) => pattern.test(said)) || chinese.some((pattern) => pattern.test(said));
}

const opening =
  "(?:(?:and|so|hey|ok|please|now|also)[,:]?\\s+)*(?:(?:can|could) you (?:please )?)?(?:(?:tell|remind) me (?:again )?|do you (?:still )?(?:know|remember) |what was it,? )?";
const asked =
  "(?:(?:on|in|at|to|for|with|from) )?(?:what|who|whom|where|when|which|how (?:old|tall|many|much|long|big|often|far|high))(?:['’]s| is| are| was| were)?";

const english = [
  /\b(?:know|remember|recall|saved?|learned|stored?)\b.*\babout (?:me\b|my\b|our\b)|\bwhat (?:do|did) you remember\b/iu,
  /\bdo you (?:still )?(?:remember|know) (?:me\b|my\b|where i\b|what i\b|who i\b|when i\b|how old i\b)/iu,
  new RegExp(
    `^${opening}${asked}\\b[^.?!]*?\\b(?:my|mine|our(?! (?:solar|galaxy|planet|sun\\b|moon|world|universe|earth|bod|brain|blood|species|ancest|atmosphere)))\\b`,
    "iu",
  ),
  new RegExp(`^${opening}(?:my|our) [^.?!]+\\?$`, "iu"),
  new RegExp(`^${opening}${asked}\\b(?: \\S+){0,4}? (?:am|was|were|have|had) i\\b`, "iu"),
  new RegExp(
    `^${opening}(?:where|when|which|what|whom?|how (?:old|tall|many|much|often))(?: \\S+){0,3}? (?:do|did) i (?!do\\b(?! (?:on|every|in the|at|for a)\\b)|need|get\\b|make|say|know|buy|install|cook|find|apply|pay|put|set\\b|have to|go\\b|learn|write)(?:\\S+ ?){1,6}\\??$`,
    "iu",
  ),
  /^(?:am|was) i\b|^(?:do|did|have) i (?!need|have to|get\b|really have)/iu,
  /^(?:is|are|was|does|do|did|has|have) (?:my|our(?! (?:solar|galaxy|planet|sun|moon|world|universe|earth)))\b/iu,
  /\bwho am i\b|\bhow old am i\b|\bmy favou?rite\b.*\?/iu,
  /\b(?:did|have|do) i (?:ever )?(?:tell|told|mention)/iu,
];

const chinese = [
  /(?:记得|知道|了解|记住了?|保存了?).{0,6}(?:关于我|我的?什么|我哪些|我多少|我的|我叫|我是谁|我住|我喜欢|我吗)/u,
  /关于我.{0,8}(?:什么|哪些|知道|记得)|我是谁|我叫什么|我的名字(?:是|叫)?什么/u,
  /^(?:请问|告诉我|提醒我|你(?:还)?(?:知道|记得)|那么?|对了|还有)?[，,]?我(?:们的?(?!太阳|银河|地球|宇宙|星球|身体|人类|国家)|(?![国省们校军党]|想(?!去的)|要|该|应该|需要|得|能|可以|可不可以|怎么|如何|为什么|听说|看到|读到))/u,
  /我(?:多大|几岁|有没有告诉|告诉过你|说过)/u,
];

/** What asks for a way, a reason or advice, wherever it speaks of the person. */
const asksHow =
  /\bhow (?:do|can|could|should|would|might|to)\b|\bwhy\b|\bshould (?:i|my|we)\b|\b(?:can|could|may) i\b|\btime is it\b|\bweather\b|\btranslate\b|怎么(?!称呼)|如何|为什么|应该|该不该|能不能|可不可以|什么意思|翻译|天气|几点/iu;
