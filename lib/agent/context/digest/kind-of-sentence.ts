export type SentenceKind = "instruction" | "decision" | "fact";

/** What a sentence of the person is: how to answer from now on, what was settled, or something told. Patterns in English and Chinese; what they do not know is a fact. */
export function toKind(sentence: string): SentenceKind {
  if (isInstruction(sentence)) return "instruction";
  return !isQuestion(sentence) && decided.some((pattern) => pattern.test(sentence)) ? "decision" : "fact";
}

export function isQuestion(sentence: string): boolean {
  return /[?？]["”’)）]?\s*$|[吗呢][。.]?$/u.test(sentence);
}

export function isSmallTalk(sentence: string): boolean {
  return sentence.length <= 60 && smallTalk.test(sentence);
}

/** Whether a sentence says that something is no longer as it was told. */
export function isCorrection(sentence: string): boolean {
  return corrected.some((pattern) => pattern.test(sentence));
}

/** Whether an instruction lifts an earlier one. */
export function isRevocation(sentence: string): boolean {
  return revoked.some((pattern) => pattern.test(sentence));
}

function isInstruction(sentence: string): boolean {
  const plain = sentence.replace(lead, "");
  const isPolite = /^(?:can|could|would|will) you (?:please )?/i.test(plain);
  const order = plain.replace(/^(?:can|could|would|will) you (?:please )?|^please /i, "");
  if (isQuestion(sentence) && !isPolite) return false;
  if (ordered.some((pattern) => pattern.test(order)) || asked.some((pattern) => pattern.test(sentence)))
    return true;
  return isChineseInstruction(sentence) || isRevocation(sentence);
}

/** What people say before they come to it. */
const lead =
  /^(?:(?:and|also|so|oh|ok(?:ay)?|well|hey|hi|hello|btw|by the way|one (?:more|last) thing|please|just|remember|note|important|reminder|(?:a )?(?:quick )?rule|again)\b(?: that\b| to\b)?[\s,:;.!–—-]*){1,5}/i;

const languages =
  "(?:english|french|german|spanish|italian|portuguese|dutch|polish|russian|chinese|mandarin|cantonese|japanese|korean|arabic|hindi|turkish|swedish|simplified chinese|traditional chinese|british english|american english|plain english|plain language)";
const answering = "(?:answers?|reply|replies|respond|responses?|write|speak|talk|explain|explanations?)";
/** How an order for later begins. */
const ordered = [
  /^(?:always|never)\b(?! (?:mind\b|been\b|had\b|was\b|were\b|heard|seen|tried|thought|knew|liked|loved|wanted|understood|again\b|gonna\b|a\b))/i,
  /^(?:don['’]?t|do not) ever\b/i,
  new RegExp(
    `^${answering}(?: (?:to me|me|back|only|everything|always|all of this|from now on)){0,3} (?:in|using|with) (?:only )?(?:${languages}|(?:short|brief|simple|plain|bullet|complete|full|markdown|tables?|lists?|one|two|three|at most|no more))\\b`,
    "i",
  ),
  /^(?:call|address) me\b(?! (?:back|when|if|at|on|later|tomorrow|today|tonight|crazy|old))/i,
  /^(?:don['’]?t|do not|stop|avoid|refrain from|no more|quit) (?:ever )?(?:us(?:e|ing)|mention(?:ing)?|tell(?:ing)?|talk(?:ing)? about|bring(?:ing)? up|suggest(?:ing)?|recommend(?:ing)?|includ(?:e|ing)|add(?:ing)?|giv(?:e|ing)|show(?:ing)?|apologi[sz](?:e|ing)|repeat(?:ing)?|ask(?:ing)?|call(?:ing)?|start(?:ing)?|end(?:ing)?|answer(?:ing)?|reply(?:ing)?|assum(?:e|ing)|quot(?:e|ing)|cit(?:e|ing)|writ(?:e|ing)|emojis?|jargon|small talk|disclaimers?)\b/i,
  /^(?:no|without) (?:emojis?|jargon|bullet points?|tables|disclaimers?|apologies|exclamation marks|markdown|small talk)\b/i,
  /^use (?:only )?(?:metric|imperial|celsius|fahrenheit|british|american|bullet|tables?|markdown|short|simple|plain|formal|informal|the metric|kilomet|24-hour|12-hour|euros?|dollars?|iso)\b/i,
  /^keep (?:all )?(?:your|the) (?:answers?|repl(?:y|ies)|responses?|explanations?)\b/i,
  /^(?:end|begin|start|sign|finish) (?:every|each|all|your) (?:answers?|repl(?:y|ies)|responses?|messages?)\b/i,
];
/** What makes a rule of a sentence wherever it stands. */
const asked = [
  /\bfrom (?:now|here|this point|today) on(?:wards?)?\b|\bgoing forward\b|\bfor the rest of (?:this|our) (?:chat|conversation|discussion)\b|\buntil (?:I say otherwise|further notice)\b|\bstanding (?:rule|instruction|order)\b/i,
  /^in (?:the )?future,? (?:please|always|never|don['’]?t|do not|answer|reply|write|use|keep|call|only)\b/i,
  /\b(?:every|each) (?:time you|answer|reply|response)\b.*\b(?:should|must|please|in|with)\b|\b(?:whenever|every time|each time) (?:you|I (?:ask|say|send|paste|mention|write))\b/i,
  /\byou (?:should|must|have to|need to|are to) (?:always|never)\b|\byou must not\b/i,
  /\bI(?:['’]d| would)? (?:like|prefer|want|need) (?:you (?:to )?(?:always|never)|(?:all )?(?:your )?(?:answers?|replies|responses|explanations)|to be (?:called|addressed))\b/i,
  /(?:^|[,;–—-] ?)(?:please,? )?(?:never|always) (?:mention|use|tell|answer|reply|include|give|write|cite|show|ask|call|start|end|put|add|say|suggest|recommend|convert|quote|keep|check|explain|assume|speak|list|sign)\b/i,
];

const later =
  /以后|今后|往后|从现在(?:起|开始)|从今(?:天|往后|以后)|从此|每次|每当|始终|一律|永远|总是|一直|接下来|(?:所有|每[个条次])(?:的)?(?:回答|回复|答案)|(?:回答|回复)(?:我)?(?:时|的时候|都|请|要)/u;
const directive = /请|都|要|别|不要|不许|不准|禁止|必须|务必|只|用|叫我|称呼|先|尽量|记得/u;
const chineseOrders = [
  /(?<![他她们家妈爸友人都会])(?:叫我|称呼我)(?!起床|去|来|吃|别|不|干|做|帮|等|回)/u,
  /(?:^|[，,。；！])(?:请|麻烦|对了|另外|还有|记住)*[，,：:]?(?:不要|别|请勿|不许|不准|禁止|避免)(?:再|总是)?(?:跟我|向我|给我)?(?:提|说|讲|用|使用|讨论|推荐|问|加|写|道歉|列|发)/u,
  /(?:^|[，,。；！])(?:请|麻烦|就|记住|只)*[，,：:]?用(?:中文|英文|英语|法语|法文|日语|日文|德语|西班牙语|韩语|俄语|粤语|文言文|表格|列表|要点|简体|繁体|大白话|口语|公制|英制|一句话)[^。]{0,6}(?:回答|回复|说|写|交流|聊|解释|就行|就好)/u,
  /(?:回答|回复|答案|解释)(?:请|要|尽量|务必|得)?(?:简短|简洁|详细|精简|控制在|不超过|短一?点|长一?点)/u,
];

function isChineseInstruction(sentence: string): boolean {
  if (!/\p{Script=Han}/u.test(sentence)) return false;
  if (chineseOrders.some((pattern) => pattern.test(sentence))) return true;
  const found = later.exec(sentence);
  // “I always forget” is told, “I hope that you always …” is asked.
  const isTold =
    /(?:^|[，,。；])(?:我|他|她|它|我们|他们|大家|人们)(?!希望|想让|想要你|要你|要求|请|需要你)[^，,。]{0,12}$/u.test(
      sentence.slice(0, found?.index ?? 0),
    );
  return (
    found !== null &&
    !isTold &&
    !/^(?:我|他|她)(?!希望|想让|要你|要求|请|需要你)/u.test(sentence) &&
    directive.test(sentence.slice(found.index + found[0].length))
  );
}

const revoked = [
  /\byou (?:can|may) (?:now )?(?:[\w']+ ){1,6}(?:again|now)\b|\b(?:no (?:longer )?need|you (?:don['’]t|no longer) (?:need|have)) to\b|\bforget (?:about )?(?:that|the|my) (?:rule|instruction)/i,
  /(?:不用|不必|不需要|无需)再|(?:可以|能)(?:重新|再次)?(?:提|用|说)[^。]{0,10}了[。！]?$|恢复用/u,
];

const decided = [
  /\b(?:let['’]?s|(?:we|I)(?:['’]ll| will|['’]re going to|['’]m going to| are going to)) (?:go (?:with|for|ahead)|use|take|choose|pick|stick (?:with|to)|stay with|keep|move to|switch to|settle (?:on|for))\b/i,
  /\b(?:we|I)(?:['’]ve| have)?(?: finally| all| just| now)? (?:decided|chosen|agreed|settled|picked|chose|approved|confirmed|opted|signed off)\b/i,
  /\b(?:it['’]s|that['’]s|it is|that is) (?:decided|settled|final|agreed|a deal)\b|\b(?:final|our|my) (?:decision|choice)\b|^(?:decision|decided|agreed|approved)\b/i,
  /决定|就(?:用|选|定|按|这么办)|定(?:了|下来|为|在)|敲定|选定|选择了|(?:都|一致)同意|确定(?:用|为|了|下来)|拍板|商定|约定|最终(?:方案|选择)/u,
];

const corrected = [
  /\b(?:actually|correction|corrected|I meant|my mistake|typo|instead|rather than|no longer|not [\w.:-]+ but|any ?more|changed|moved|rescheduled|postponed|brought forward|updated?|revised|is now|are now|it['’]s now|now (?:is|lives?|works?)|new (?:number|address|date|time|name|budget|deadline))\b/i,
  /^(?:sorry|no|wait)\b[, ]/i,
  /更正|纠正|订正|改成|改为|改到|改在|改了|换成|换到|换了|变成|变为|变了|其实|应该是|说错|写错|记错|搞错|不是[^。]{1,20}是|不再|推迟|提前到|现在是|最新/u,
];

const smallTalk =
  /^(?:(?:hi|hello|hey|thanks|thank you|thx|ok|okay|great|cool|nice|lovely|awesome|perfect|lol|ha(?:ha)+|good (?:morning|evening|night|afternoon)|bye|see you|sure|yes|no|yeah|yep|nope|wow|got it|i see|makes sense|sounds good|you['’]re welcome|no problem|happy to help|of course|glad)\b|你好|您好|谢谢|多谢|好的|好吧|嗯|哈哈|不错|早上好|晚上好|晚安|再见|没问题|明白|知道了|太好了|辛苦了|不客气|可以的)[^\d]*$/iu;
