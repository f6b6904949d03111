/** Whether a sentence brings in words that are not the person's own: a text to work on, a story, a supposition. */
export function isTask(sentence: string): boolean {
  return hasHan.test(sentence)
    ? chineseTask.test(sentence) || chineseSupposition.test(sentence)
    : englishTask.test(sentence) || englishSupposition.test(sentence);
}

/** Whether the words that such a sentence brings in go on behind it. */
export function leadsOn(sentence: string): boolean {
  return hasHan.test(sentence)
    ? chineseSupposition.test(sentence) || /[：:]|下面|以下|这[段句封篇首话]|开头|第一句/u.test(sentence)
    : englishSupposition.test(sentence) || /:|\b(?:following|below|this|these)\b/i.test(sentence);
}

/** “Remember these:” – the lines behind it are the person's own. */
export function opensList(sentence: string): boolean {
  return (hasHan.test(sentence) ? chineseList : englishList).test(sentence);
}

export function isAboutAnswers(text: string): boolean {
  return answerWords.test(text);
}

const hasHan = /\p{Script=Han}/u;

const openings =
  "(?:(?:please|pls|also|and|but|so|oh|ok|okay|well|hey|hi|hi there|hello|hello there|thanks|thank you|by the way|btw|just|one more thing|good (?:morning|afternoon|evening|day)|actually|yes|yeah|no|sure|great|first|finally|again|ps|p\\.s\\.)(?:\\s*[,!:.–—-]\\s*|\\s+)){0,4}";
const asking =
  "(?:(?:can|could|would|will) you(?: please| kindly| also)*\\s+|(?:i(?:'d| would) (?:like|want) you to|i (?:want|need) you to|you (?:must|should|need to|have to|can)|make sure (?:that )?you|be sure to)\\s+)?(?:please\\s+)?";
const objects =
  "(?:texts?|sentences?|paragraph|passage|grammar|spelling|wording|essay|e-?mail|letter|message|story|article|poem|draft)";
const writings =
  "(?:story|poem|song|letter|e-?mail|speech|dialog(?:ue)?|scene|script|novel|joke|essay|haiku|limerick|rap|lyrics|message|bio|post|tweet|article|monologue|fairy tale|play|verse|conversation|sketch|introduction|chapter|caption|quote|toast)";
const englishSupposition = new RegExp(
  `^${openings}(?:suppose|supposing|imagine|pretend|assume|let's (?:say|pretend|play|imagine|assume)|what if|role-?play|act as)\\b`,
  "i",
);
const englishTask = new RegExp(
  [
    `^${openings}${asking}(?:translate|rewrite|rephrase|reword|paraphrase|proofread|summari[sz]e|transcribe|quote)\\b`,
    `^${openings}${asking}\\w+\\b.{0,40}\\b(?:this|these|the|my|following|below)\\b.{0,20}\\b${objects}\\b.{0,40}:`,
    `^${openings}${asking}(?:correct|edit|improve|polish|complete|continue|shorten|check|fix) (?:this|these|the following|my) (?:\\w+ )?${objects}\\b`,
    `\\b(?:write|compose|draft|create|make up|generate|invent|tell|sing|improvise|read)\\b.{0,40}\\b${writings}\\b`,
    String.raw`\bhow (?:do|would|can|to) (?:you |i |we |one )?say\b|\bwhat (?:does|do) .* mean\b|\b(?:lyrics|in a sentence)\b`,
  ].join("|"),
  "i",
);
const englishList = new RegExp(
  String.raw`^${openings}${asking}(?:remember|don't forget|do not forget)(?:\s+(?:this|these|the following|a few|some))?(?:\s+(?:things|facts|points|details))?(?:\s+about me)?\s*:$`,
  "i",
);

const chineseWritings =
  "(?:写(?:一|个|篇|封|首|段|几|两)|[编讲](?:一|个)|作(?:一|首)|为?(?:开头|题)写|拟(?:一|个))";
const chineseTask = new RegExp(
  `(?<![是做当名])翻译(?!工作|员|公司|家)|译[成为]|改写|润色|总结|概括|校对|[仿扩续缩]写|造个?句|朗读|抄写|改错|改病句|改得|复述|排版|(?:^|请|帮我|给我|帮忙|来|，)${chineseWritings}|${chineseWritings}.{0,12}(?:故事|诗|信|邮件|作文|小说|歌|介绍|对话|签名|剧本|演讲|文案|笑话)|用.{1,6}怎么说|什么意思|歌词|台词`,
  "u",
);
const chineseSupposition = /(?:^|，)(?:如果|假如|假装|假设|要是|倘若|想象|扮演|设想|比如|例如|比方说)/u;
const chineseList =
  /^(?:请|麻烦|你|帮我)*(?:记住了?|记一下|记下来?|记着|别忘[记了]?|不要忘[记了]?)(?:一下)?(?:这|以下|下面)?的?[几些]?(?:点|件事|条|个)?(?:信息|内容|事情|资料)?[：:]$/u;

const answerWords = new RegExp(
  String.raw`\b(?:answer(?:s|ing)?|repl(?:y|ies)|respon(?:d|se|ses)|language|english|german|french|spanish|italian|portuguese|dutch|russian|polish|swedish|chinese|mandarin|cantonese|japanese|korean|arabic|hindi|turkish|` +
    String.raw`tone|emojis?|bullets?|bullet points|tables?|markdown|short|brief|briefly|concise|detailed|formal|informal|polite|plain|spelling|units?|metric|imperial|celsius|fahrenheit|24-hour|step by step|sources?|citations?|` +
    String.raw`examples?|headings?|sentences|paragraphs|sir|madam|jargon|humou?r|jokes|prices|code (?:blocks|samples|examples)|call me|address me)\b`,
  "i",
);
