import type { Exchange } from "./prompt-reader";
import { listNames, toQuestion, type Question } from "./question";
import { parsePages } from "./tool-texts";
import { isStopWord } from "./words";

/** Fills in what a question leaves to the turns before it: `How tall is it?` becomes `How tall is Eiffel Tower?`. */
export function resolveFollowUp(text: string, earlier: Exchange[]): string {
  const last = earlier.findLast((exchange) => exchange.question.trim() !== "");
  if (last === undefined) return text;
  const before = toQuestion(resolveFollowUp(last.question, earlier.slice(0, earlier.indexOf(last))));
  return toQuestion(text).language === "zh"
    ? resolveChinese(text, before, last)
    : resolveEnglish(text, before, last);
}

const englishPerson = /\b(?:he|she|him|his|hers?)\b/iu;
const englishThing = /\b(?:it|its|they|them|their)\b/iu;
const englishPlace = /\bthere\b(?!\s+(?:is|are|was|were|a|an|any|been|be|life)\b)/iu;
const ellipsis = /^(?:and|what about|how about|and what about|also)\b/iu;

function resolveEnglish(text: string, before: Question, last: Exchange): string {
  if (/^(?:please )?(?:continue|go on|try again|once more|retry)[.!]?$/iu.test(text.trim()))
    return before.text;
  if (isImperative(text)) return text;
  const ownName = listNames(text.replace(/^(?:and|what about|how about)\s+/iu, ""))[0];
  if (englishPerson.test(text)) return replaceEnglishPronouns(text, findPerson(before, last));
  if (ownName !== undefined && ellipsis.test(text) && text.split(/\s+/u).length <= 6 && before.subject !== "")
    return swapSubject(before, ownName);
  if (ownName !== undefined || /\b(?:time|day|date) is it\b|\bit (?:is|was|takes?)\b/iu.test(text))
    return text;
  if (englishThing.test(text) || englishPlace.test(text))
    return replaceEnglishPronouns(text, findTopic(before, last));
  return isShortEllipsis(text) ? `${findTopic(before, last)}: ${text.replace(/^and\s+/iu, "")}` : text;
}

function isImperative(text: string): boolean {
  return /^(?:please\s+)?(?:remember|note|write|translate|rewrite|draw|paint|thanks|thank|hello|hi)\b/iu.test(
    text.trim(),
  );
}

function isShortEllipsis(text: string): boolean {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return ellipsis.test(text) && words.filter((word) => !isStopWord(word)).length <= 3;
}

function replaceEnglishPronouns(text: string, name: string): string {
  if (name === "") return text;
  return text
    .replace(/^and\s+/iu, "")
    .replace(/\b(?:his|its|their|her(?=\s+\p{L}))\b/iu, `${name}'s`)
    .replace(/\b(?:he|she|it|they|him|them|her)\b/iu, name)
    .replace(englishPlace, `on ${name}`);
}

function swapSubject(before: Question, name: string): string {
  return before.text.includes(before.subject)
    ? before.text.replace(before.subject, name)
    : `${before.text} ${name}`;
}

/** Whom `he` means: a person who was asked about, else the first name that the answer brought. */
function findPerson(before: Question, last: Exchange): string {
  if (before.kind !== "who" && before.subject !== "") return findTopic(before, last);
  const asked = before.subject.toLowerCase();
  const quoted = last.answer.split(/[“"]/u).slice(1).join(" ");
  const name = listNames(quoted).find((run) => run.includes(" ") && !asked.includes(run.toLowerCase()));
  return name ?? findTopic(before, last);
}

/** The page that answered before when its title is what was asked about, else the subject as it was written. */
function findTopic(before: Question, last: Exchange): string {
  const asked = before.text.toLowerCase();
  return listTitles(last).find((title) => asked.includes(title.toLowerCase())) ?? before.subject;
}

function listTitles(exchange: Exchange): string[] {
  return exchange.calls
    .flatMap((call) => (call.tool === "web_fetch" ? parsePages(call.output ?? "") : []))
    .map((page) => page.title);
}

const chinesePerson = /他们|她们|[他她]/u;
const chineseThing = /它们|它|那里|那儿|这里|其(?=[\p{Script=Han}])|这[个座条位]|那[个座条位]/u;

function resolveChinese(text: string, before: Question, last: Exchange): string {
  if (/^(?:请)?(?:继续|接着说|再试一次|重试)[。！]?$/u.test(text.trim())) return before.text;
  if (/^(?:请|帮我)?(?:记住|写|翻译|画|谢谢|你好)/u.test(text.trim())) return text;
  if (chinesePerson.test(text)) return text.replace(chinesePerson, findChinesePerson(before, last));
  if (chineseThing.test(text))
    return text.replace(/^(?:那么|那)(?=[它其])/u, "").replace(chineseThing, findTopic(before, last));
  if (
    /^(?:是?谁|什么时候|为什么|怎么|在哪)/u.test(text.trim()) &&
    text.trim().length <= 8 &&
    before.subject !== ""
  )
    return `${findTopic(before, last)}${text.trim()}`;
  const own = /^(?:那么?|还有)?([\p{Script=Han}A-Za-z0-9·]{1,10}?)呢[？?]?$/u.exec(text.trim())?.[1];
  if (own === undefined || before.subject === "") return text;
  return isChineseAttribute(own) ? `${findTopic(before, last)}的${own}` : swapSubject(before, own);
}

function isChineseAttribute(word: string): boolean {
  return /^(?:人口|面积|高度|长度|首都|历史|作者|妻子|丈夫|原因|时间|地点|名字|意思|特点|用途)$/u.test(word);
}

function findChinesePerson(before: Question, last: Exchange): string {
  const topic = findTopic(before, last);
  if (before.kind !== "who") return topic;
  const title = listTitles(last).find(
    (name) => last.answer.split("出自")[0]?.includes(name) === true && !before.text.includes(name),
  );
  if (title !== undefined) return title;
  const verb = before.keywords.split(" ").find((word) => word !== before.subject);
  if (verb === undefined) return topic;
  const pattern = new RegExp(
    `(?:^|[的由，。“是]|年)((?:(?![是的])[\\p{Script=Han}·]){2,8}?)(?:于[^，。]{1,8})?${verb.replace(/[^\p{L}]/gu, "")}`,
    "u",
  );
  return pattern.exec(last.answer)?.[1] ?? topic;
}
