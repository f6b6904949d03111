import type { Fact } from "@/lib/protocol/memories";

/** Whether a fact matters for every answer: the person's name and what to call them, and how they want to be answered. */
export function isStanding({ content, category }: Pick<Fact, "content" | "category">): boolean {
  if (names.some((pattern) => pattern.test(content))) return true;
  return (
    (category === "preference" || category === "profile") && manners.some((pattern) => pattern.test(content))
  );
}

const names = [
  /^\W*(?:(?:the )?(?:user|person)(?:['’]s)?|my|their|his|her|i|i['’]m|i am|is|am)?\s*(?:(?:full|first|last|given|family|real|preferred|nick) ?)?(?:name(?:(?:['’]s| is| was)\b|:)|(?:named|called)\b)/iu,
  /^\W*(?:please )?(?:call|address) (?:me|them|him|her|the (?:user|person))\b|\b(?:goes by|go by|(?:wants?|likes?|prefers?) to be (?:called|addressed)|prefers? the name|pronouns? (?:are|is))\b/iu,
  /^(?:用户|本人|我)?的?(?:名字|姓名|全名|昵称|小名|英文名|中文名)(?:叫|是|为|：|:)|^(?:用户|本人|我)(?:名)?叫(?!做|来|了|车|外卖|醒|停|我|他|她|妈|爸)|^我姓/u,
  /^(?:用户|我)?(?:希望|想|要|喜欢|请)?(?:以后|今后)?(?:大家|你)?(?:都|被)?(?:叫|称呼)(?:我|他|她|ta|用户)?(?:为|作|做)?(?!来|了|车|外卖|妈|爸).{1,12}$/iu,
];

const manners = [
  /\b(?:answers?|repl(?:y|ies)|respon(?:ses?|d)|explanations?)\b.{0,60}\b(?:in|with|without|short|brief|concise|long|detailed|simple|plain|formal|informal|casual|direct|bullets?|lists?|tables?|step|steps|examples?|sources?|emojis?)\b/iu,
  /\b(?:short|brief|concise|long|longer|detailed|simple|plain|formal|informal|casual|direct|honest|polite|step-by-step|bulleted)\b.{0,30}\b(?:answers?|repl(?:y|ies)|responses?|explanations?|tone|style|language)\b/iu,
  /\b(?:answer|reply|respond|write|speak|talk|explain)(?: (?:to )?(?:me|them|the user))?(?: (?:always|only|everything|things))? (?:in|briefly|shortly|concisely|formally|informally|casually|simply|like)\b/iu,
  /\b(?:bullet points?|emojis?|markdown|metric units?|imperial units?|(?:british|american) (?:english|spelling)|jargon|small talk|tl;?dr|24-hour|celsius|fahrenheit)\b/iu,
  /(?:用|以|说|讲|使用).{0,8}(?:中文|英文|英语|汉语|普通话|粤语|繁体|简体|日语|法语|德语|西班牙语|[文语]).{0,6}(?:回答|回复|交流|沟通|写|聊|说)|(?:回答|回复|交流|沟通|答复).{0,12}(?:用|使用|以).{0,8}[文语体]/u,
  /(?:回答|回复|答复|解释|说明|语气|答案|风格).{0,16}(?:简短|简洁|简单|详细|具体|短|长|正式|随意|轻松|直接|礼貌|通俗|分点|列表|表格|例子|步骤|幽默)|(?:简短|简洁|简单|详细|正式|随意|轻松|直接|通俗|分点|分步).{0,8}(?:回答|回复|答复|解释|语气|风格|答案)/u,
  /表情符号|(?:不要|别|少)用?(?:emoji|术语|行话)|(?:公制|英制)单位|摄氏|华氏/iu,
];
