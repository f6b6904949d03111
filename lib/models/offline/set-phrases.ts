import { isStopWord, listWords } from "@/lib/language/words";

/** What a message asks of memory in one of the few set phrases that are known without a model. */
export type MemoryRequest =
  { kind: "save"; content: string; isName: boolean } | { kind: "forget" } | { kind: "list" };

/** `null` for every other message, and for one that asks something back ("Remember when …?"). */
export function findMemoryRequest(message: string): MemoryRequest | null {
  const text = message.trim();
  if (asksForAll.test(text)) return { kind: "list" };
  if (/[?？]$/u.test(text)) return null;
  if (forget.some((pattern) => saysSomething(pattern.exec(text)?.[1]))) return { kind: "forget" };
  for (const pattern of remember) {
    const content = tidy(pattern.exec(text)?.[1]);
    if (saysSomething(content)) return { kind: "save", content, isName: false };
  }
  const name = tidy(ownName.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined));
  return saysSomething(name) ? { kind: "save", content: name, isName: true } : null;
}

const asksForAll =
  /^(?:so,? |and )?what (?:do|did) you (?:know|remember) about me\W*$|^(?:关于我[，,]?)?你(?:都|还)?(?:知道|记得|了解)(?:关于)?我(?:的)?(?:什么|哪些|些什么)(?:事情?|信息)?[\s？?。]*$|^关于我[，,]?你(?:都|还)?(?:知道|记得)(?:些)?什么[\s？?。]*$/iu;
const remember = [
  /^(?:please,? )?(?:remember|don['’]t forget|do not forget)\b(?: that\b)?[\s:,]*(.{2,480})$/isu,
  /^(?:请你?|麻烦你?|帮我)?(?:记住|记得|别忘了|不要忘了|不要忘记)[\s：:，,]*(.{2,480})$/su,
];
const forget = [
  /^(?:please,? )?forget\b(?: that\b)?[\s:,]*(.{2,480})$/isu,
  /^(?:请你?|麻烦你?)?(?:忘了|忘掉|忘记)[\s：:，,]*(.{2,480})$/su,
  /^(?:请你?|麻烦你?)?把(.{1,480})(?:忘了|忘掉|忘记)(?:吧)?[。！!]*$/su,
];
const ownName = [
  /^(?:(?:hi|hello|hey)[,!.]? )?((?:my name(?:['’]s| is)|call me) .{1,80})$/isu,
  /^(?:你好[，,！!]?)?((?:我叫|我的名字是|我的名字叫|叫我).{1,40})$/su,
];

function tidy(content: string | undefined): string {
  const text = (content ?? "").replace(/[\s.。!！]+$/u, "").trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Whether a word is left beside function words: "Remember that." names nothing to keep. */
function saysSomething(content: string | undefined): content is string {
  return listWords(content ?? "").some(({ text }) => !isStopWord(text));
}
