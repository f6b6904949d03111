import { toWords } from "@/lib/text/words";
import { isRevocation } from "./kind-of-sentence";

/** Whether a later instruction takes the place of an earlier one: it sets the same thing anew, repeats it or lifts it, for the same occasions. */
export function replacesInstruction(newer: string, older: string): boolean {
  const [now, before] = [read(newer), read(older)];
  if (isRevocation(newer))
    return before.words.size > 0 && [...before.words].every((word) => now.words.has(word));
  if (now.setting === null || before.setting === null)
    return now.setting === before.setting && isSame(now.words, before.words);
  if (now.setting.name !== before.setting.name || !isSame(now.rest, before.rest)) return false;
  return (
    now.setting.value === before.setting.value || (isExclusive(now.setting) && isExclusive(before.setting))
  );
}

type Setting = { name: string; value: string; isNegative: boolean };
type Read = {
  setting: Setting | null;
  /** All that it speaks of. */
  words: ReadonlySet<string>;
  /** The same without the setting: the occasion. */
  rest: ReadonlySet<string>;
};

const exclusive = new Set(["language", "name", "length"]);

/** Answers have one language, but may hold tables and lists; and what is not wanted leaves the rest open. */
function isExclusive({ name, isNegative }: Setting): boolean {
  return exclusive.has(name) && !isNegative;
}

const settings: [name: string, pattern: RegExp][] = [
  [
    "name",
    /\b(?:call|address) me (?:as )?([\p{L}\p{N}'’ -]{1,40}?)(?= (?:from now|please|instead|again|now)\b|[.,;!]|$)|(?:叫我|称呼我(?:为)?)([^，。！；,.]{1,12})/iu,
  ],
  [
    "language",
    /\b(english|french|german|spanish|italian|portuguese|dutch|polish|russian|chinese|mandarin|cantonese|japanese|korean|arabic|hindi|turkish|swedish)\b|(中文|汉语|普通话|英文|英语|法语|法文|日语|日文|德语|德文|西班牙语|韩语|俄语|粤语|文言文)/iu,
  ],
  [
    "format",
    /\b(tables?|bullets?(?: points?)?|lists?|markdown|prose|json|emojis?)\b|(表格|列表|要点|表情)/iu,
  ],
  [
    "length",
    /\b(short|brief|concise|detailed|long|longer|shorter|in depth|one sentence|(?:one|two|three|four|five|\d+) (?:sentences?|words|lines|paragraphs?))\b|(简短|简洁|精简|详细|长一?点|短一?点|一句话|\d+字)/iu,
  ],
];

const frame = new Set(
  toWords(
    "always never please from now on every each time answer answers reply replies respond responses response write speak talk to me my your all in with use using only keep make again instead want would like prefer you i should must " +
      "call address as be it is the a an and that do not don't don’t stop any more longer just remember note also so questions question can may for no need so",
  ),
);
const chineseFrame =
  /以后|今后|往后|从现在(?:起|开始)|从今(?:天|往后|以后)|每次|始终|一律|永远|总是|一直|接下来|所有|回答|回复|答案|请|都|要|别|不要|不用|不必|再|必须|务必|只|用|记住|我的?|问题|时候?|可以|了|的|就|来|改|还是/gu;

function read(text: string): Read {
  const plain = text.toLowerCase();
  const setting = findSetting(plain);
  return {
    setting,
    words: toPlainWords(plain),
    rest: toPlainWords(setting === null ? plain : plain.replaceAll(setting.value, " ")),
  };
}

function findSetting(text: string): Setting | null {
  for (const [name, pattern] of settings) {
    const found = pattern.exec(text);
    const value = found?.slice(1).find((group) => group !== undefined);
    if (value !== undefined)
      return {
        name,
        value,
        isNegative: /\b(?:never|don['’]?t|not|stop|no|avoid|without)\b|[别不]/iu.test(text),
      };
  }
  return null;
}

function toPlainWords(text: string): Set<string> {
  return new Set(toWords(text.replace(chineseFrame, " ")).filter((word) => !frame.has(word)));
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((word) => other.has(word));
}
