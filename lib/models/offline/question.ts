import { detectLanguage, type Language } from "./language";
import { isStopWord, listTerms, toTerm } from "./words";

/** What a sentence must carry to be an answer. */
export type QuestionKind = "when" | "quantity" | "who" | "where" | "why" | "how" | "definition" | "other";

export type Question = {
  /** The question by itself, with what it refers to filled in. */
  text: string;
  language: Language;
  kind: QuestionKind;
  terms: string[];
  /** The term that asks for an amount, such as `long` in `how long`. */
  measure: string | null;
  /** What it is about, as written; empty when no words stand out. */
  subject: string;
  /** Search words, subject first. */
  keywords: string;
};

export function toQuestion(text: string): Question {
  const language = detectLanguage(text);
  const content = text.replace(answerType, " ");
  const subject = language === "zh" ? findChineseSubject(content) : findEnglishSubject(content);
  const kind = findKind(text, language);
  return {
    text,
    language,
    kind,
    terms: listTerms(content),
    measure: findMeasure(text),
    subject,
    keywords: toKeywords(content, language, subject),
  };
}

function findMeasure(text: string): string | null {
  const word =
    /\bhow (tall|high|long|far|big|large|heavy|old|deep|fast|wide|thick|often|hot|cold)\b/iu.exec(
      text,
    )?.[1] ?? /多(长|高|大|重|远|深|宽|久|快)/u.exec(text)?.[1];
  return word === undefined ? null : toTerm(word);
}

/** `which country`: the kind of thing the answer names, which the answer itself need not say. */
const answerType =
  /\b(?:which|what)\s+(?:country|city|town|place|person|man|woman|year|date|month|day|company|continent|planet|river|animal|scientist|engineer|language)\b(?! (?:is|was) the)|哪个?(?:国家|城市|地方|省份?|人|公司|星球|朝代)/giu;

/** Whether the words ask for something rather than state it. */
export function isAsking(text: string): boolean {
  return (
    /[?？]|[吗呢]\s*[。！]?$/u.test(text) || asksInEnglish.test(text.trim()) || chineseQuestionWord.test(text)
  );
}

const asksInEnglish =
  /^(?:and\s+|so\s+|but\s+)?(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were|do|does|did|can|could|will|would|should|has|have|tell me|explain|define|describe|find|look up|search|show me|give me|name)\b/iu;
const chineseQuestionWord =
  /什么|谁|哪|怎么|怎样|如何|为何|多少|几|何时|何地|是否|介绍|解释|查一|搜索|多[长高大重远深宽久快]/u;

const englishKinds: [QuestionKind, RegExp][] = [
  ["when", /\b(?:when|(?:what|which) (?:year|date|day|month|century|decade)|since when|how long ago)\b/iu],
  ["why", /\b(?:why|what (?:is|was|are) the (?:reason|cause)|what (?:causes|caused|makes)|how come)\b/iu],
  [
    "who",
    /\b(?:who|whom|whose|which (?:person|man|woman|scientist|engineer|people|country|city|continent|company|planet|river))\b|\b(?:wife|husband|spouse|father|mother|inventor|author|founder|daughters?|sons?|children|designer)\b\s*\??$/iu,
  ],
  ["where", /\b(?:where|(?:what|which) (?:place|town|region))\b/iu],
  [
    "definition",
    /^(?:so |and )?(?:(?:what|who)(?:'s| is| are| was| were) (?:an? |the )?[^?]{2,40}\??$)|\b(?:define|definition of|meaning of)\b|\bwhat does .+ mean\b/iu,
  ],
];
const englishQuantity =
  /\bhow (?:many|much|tall|high|long|far|big|large|heavy|old|deep|fast|wide|thick|often|hot|cold|strong)\b|\b(?:population|height|length|area|weight|depth|diameter|distance|speed|number|percentage|size|age|price|temperature|width)\b/iu;
const chineseKinds: [QuestionKind, RegExp][] = [
  ["when", /什么时候|何时|哪一?年|哪一?天|几月|几号|哪个?世纪|什么时间|何年|哪一?月|年份/u],
  [
    "quantity",
    /多少|[有是共]几|几[个条座岁人次万公年月天种首]|多[长高大重远深宽久快厚]|人口|面积|高度|长度|重量|数量|海拔/u,
  ],
  ["why", /为什么|为何|原因|怎么会|何以/u],
  ["who", /谁|哪位|何人|哪个人|(?:妻子|丈夫|父亲|母亲|作者|发明者|创始人)(?:呢|是|叫|[？?]|$)/u],
  ["where", /哪里|哪儿|在哪|何处|什么地方|哪个(?:城市|国家|省|地方)|何地/u],
  ["how", /怎么|怎样|如何/u],
  ["definition", /是什么|什么是|什么叫|介绍|是谁/u],
];

function findKind(text: string, language: QuestionLanguage): QuestionKind {
  if (language === "zh") {
    if (/^.{1,12}是谁[？?]*$|^谁是.{1,12}[？?]*$/u.test(text.trim()))
      return /的/u.test(text) ? "who" : "definition";
    return chineseKinds.find(([, pattern]) => pattern.test(text))?.[0] ?? "other";
  }
  if (/^who (?:is|was|are|were) (?:the )?(?:\p{Lu}[\p{L}.'-]*\s?){1,5}\??$/u.test(capitaliseFirst(text)))
    return "definition";
  const fits = (kind: QuestionKind) =>
    englishKinds.some(([name, pattern]) => name === kind && pattern.test(text));
  if (fits("when")) return "when";
  if (englishQuantity.test(text) && !/\bwhich\b/iu.test(text)) return "quantity";
  const kind = englishKinds.find(([, pattern]) => pattern.test(text))?.[0];
  if (kind === "definition" && /\bof\b|'s\b/u.test(text.replace(/(?:definition|meaning) of/iu, "")))
    return "other";
  return kind ?? (/\bhow\b/iu.test(text) ? "how" : "other");
}

type QuestionLanguage = Language;

function capitaliseFirst(text: string): string {
  return text.trim().replace(/^W/u, "w");
}

/** The first name; without any, the words that carry meaning. */
function findEnglishSubject(text: string): string {
  const [first] = listNames(text);
  if (first !== undefined) return first;
  const words = text.match(/[\p{L}\p{N}'’+#-]+/gu) ?? [];
  return words.filter((word) => !isStopWord(word)).join(" ");
}

/** Names in English text: capitalised words in a row, with small words between them and numbers after them. */
export function listNames(text: string): string[] {
  const matches = text.matchAll(
    /(?<![\p{L}\p{N}])\p{Lu}[\p{L}'’.-]*(?:(?:\s+(?:of|the|de|von|van|del|la))*\s+\p{Lu}[\p{L}'’.-]*|\s+\d+(?!\p{L}))*/gu,
  );
  return [...matches].flatMap((match) => {
    const words = match[0].replace(/['’]s?$|[.,]$/gu, "").split(/\s+/u);
    while (words[0] !== undefined && isStopWord(words[0])) words.shift();
    const startsSentence = match.index === 0 || /[.!?“"]\s*$/u.test(text.slice(0, match.index));
    const isPlainWord = words.length === 1 && startsSentence && commonStart.test(words[0] ?? "");
    return words.length === 0 || isPlainWord ? [] : [words.join(" ")];
  });
}

const commonStart =
  /^(?:Tell|Explain|Describe|Define|Find|Look|Search|Please|Show|Give|Name|List|Compare|Hey|Hello|Hi|Also|Which|Did|Does|Remember|Calculate|Write|Draw|Thanks)$/u;

const chineseFiller =
  /请问|请|告诉我|我想知道|你知道|帮我|查一下|查查|搜索一下|搜索|介绍一下|介绍|另外|还有|一下|是?什么时候|是?什么时间|是?什么地方|是?哪一?[年天个些位里儿座条只种部国]|为什么|是什么|什么是|什么叫|什么样的|什么|哪一年|哪年|哪一天|哪个|哪些|哪位|哪里|哪儿|哪一|在哪|多少|何时|何处|为何|怎么样|怎么|怎样|如何|是谁|谁是|谁|多[长高大重远深宽久快厚]|几[个条座岁人次种首位]|有[几多]|[的了吗呢吧啊是在有]|[？?！!。，,、；;：:“”"《》\s]+/gu;

function listChineseChunks(text: string): string[] {
  return text
    .replace(chineseFiller, " ")
    .replace(/(?<=\p{Script=Han}{2})([吃喝写住])(?=\s|$)/gu, " $1")
    .split(/\s+/u)
    .filter((chunk) => chunk !== "");
}

function findChineseSubject(text: string): string {
  const quoted = /[《“「]([^》”」]+)[》”」]/u.exec(text)?.[1];
  if (quoted !== undefined) return quoted;
  const chunks = listChineseChunks(text).filter((chunk) => chunk.length > 1 || /\d/u.test(chunk));
  const asksFirst = /^\s*(?:请问)?(?:谁|为什么|什么|哪|怎么|如何|何)/u.test(text);
  return (asksFirst ? chunks.at(-1) : chunks[0]) ?? "";
}

function toKeywords(text: string, language: Language, subject: string): string {
  if (language === "zh") return listChineseChunks(text).slice(0, 6).join(" ");
  const words = (text.match(/[\p{L}\p{N}'’+#.-]+/gu) ?? []).map((word) =>
    word.replace(/['’]s$|[.'’]+$/gu, ""),
  );
  const inSubject = new Set(subject.toLowerCase().split(/\s+/u));
  const rest = words.filter((word) => !isStopWord(word) && !inSubject.has(word.toLowerCase()));
  return [subject, ...new Set(rest)]
    .filter((word) => word !== "")
    .slice(0, 9)
    .join(" ");
}
