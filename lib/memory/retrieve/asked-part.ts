/** What a message asks for in general: all that is known of the person, or a proposal that depends on what they like; `null` for anything else. */
export function findAskedPart(text: string): "all" | "tastes" | null {
  const short = text.slice(0, mostCharacters);
  if (all.some((pattern) => pattern.test(short))) return "all";
  return tastes.some((pattern) => pattern.test(short)) ? "tastes" : null;
}

const mostCharacters = 600;

const all = [
  /\b(?:know|known|remember|recall|saved?|stored?|learn(?:ed|t)?|kept|told you|noted)\b.{0,40}\babout (?:me|myself)\b/iu,
  /\babout (?:me|myself)\b.{0,40}\b(?:know|remember|recall|saved?|stored?)\b/iu,
  /\bwho am i(?: (?:to you|really|again|anyway))?\s*(?:[^\p{L}\p{N}\s]|$)|\bdescribe me\b|\bsumm?ari[sz]e me\b|\btell me (?:something |everything |all )?about myself\b|\bdo you (?:know|remember) me\b/iu,
  /\bwhat (?:have|did) i (?:tell|told|say|said|mention|mentioned)(?: to)? you\b(?! about (?!me\b|myself\b))/iu,
  /\bwhat (?:do|have|did) you (?:remember(?:ed)?|saved?|stored?|memori[sz]ed?)\s*\??$|\bmy (?:memories|personal (?:facts|details|information))\b/iu,
  /我.{0,8}(?:告诉|跟你说|对你说|和你说)(?:过|了)?你?(?:些|过|了)?(?:什么|哪些|啥)/u,
  /关于我(?!们|国)|我是谁|你(?:还)?(?:认识|记得|了解|知道)我(?:是谁)?[吗么？?]/u,
  /(?:知道|记得|记住|记了|了解|保存|存了).{0,4}我(?:的)?(?:哪些|什么事|什么信息|多少|的事|些什么|什么[？?]?$|所有)|都?(?:记得|记住了?)(?:我)?(?:些|了)?(?:什么|哪些)[？?]?$|我的(?:所有|全部)(?:信息|资料|情况|记忆)/u,
];

const tastes = [
  /\b(?:recommend|suggest)(?:s|ed|ing|ation|ations|ion|ions)?\b/iu,
  /\b(?:plan|organi[sz]e)\b.{0,20}\b(?:my|our|me|us|an?)\b|\bideas? for\b|\bhelp me (?:choose|pick|decide|find|plan)\b/iu,
  /\bwhat (?:should|could|can|shall) (?:i|we) (?:do|read|watch|see|eat|cook|wear|buy|make|play|visit|get|order|listen|try|give|drink)\b(?!.*\b(?:when|if|about|error|with)\b)/iu,
  /\bwould (?:i|we) (?:like|enjoy)\b|\bwhat (?:do|did) i (?:like|love|prefer|enjoy|hate|dislike)\b|\bmy (?:likes|dislikes|tastes?|interests|preferences|hobbies)\b/iu,
  /推荐|有什么建议|给(?:我|我们).{0,6}(?:主意|点子|建议)|适合我|(?:安排|规划|计划)一?下?我|帮(?:我|我们)(?:选|挑|规划|计划|安排)|我(?:的)?周末.{0,6}(?:安排|计划|做什么|怎么过)/u,
  /我(?:们)?(?:今天|今晚|明天|周末|晚上)?(?:该|应该|可以|要不要|能)(?:做|去|看|吃|买|读|玩|听|穿|送|喝)(?:点|些|个)?(?:什么|哪)/u,
  /我(?:最)?(?:不?喜欢|爱|讨厌)(?:做|吃|喝|看)?(?:什么|哪些|啥)|我(?:的|有(?:什么|哪些))(?:爱好|喜好|兴趣|偏好)/u,
];
