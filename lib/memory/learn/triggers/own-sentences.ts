import { maskForeignText } from "@/lib/memory/learn/own-text";
import { chinese } from "./chinese";
import { english } from "./english";
import { foldChinese } from "./fold-chinese";
import { splitSentences, type Sentence } from "./split-sentences";
import type { TriggerLanguage } from "./trigger-language";

/** `said` is the sentence without quoted words, traditional characters folded; its places are those of the message. */
export type OwnSentence = Sentence & {
  said: string;
  language: TriggerLanguage;
  kind: "plain" | "task" | "list" | "item";
};

/** The sentences of a message that are the person's own, up to where a task or a line before a colon brings in somebody else's words. */
export function listOwnSentences(text: string): OwnSentence[] {
  const masked = maskForeignText(text);
  const own: OwnSentence[] = [];
  let listEnd = 0;
  for (const sentence of splitSentences(masked)) {
    const said = foldChinese(masked.slice(sentence.start, sentence.end));
    const language = /\p{Script=Han}/u.test(said) ? chinese : english;
    if (sentence.start < listEnd) own.push({ ...sentence, said, language, kind: "item" });
    else if (language.opensList(said)) {
      own.push({ ...sentence, said, language, kind: "list" });
      listEnd = findListEnd(masked, sentence.end);
    } else if (isLeadIn(said, language)) return own;
    else own.push({ ...sentence, said, language, kind: language.isTask(said) ? "task" : "plain" });
  }
  return own;
}

/** “About me:” is followed by the person's own words; what stands behind other colons at the end of a line is not known to be. */
function isLeadIn(said: string, language: TriggerLanguage): boolean {
  if (language.isTask(said)) return language.leadsOn(said);
  return /[:：]$/.test(said) && !aboutMe.test(said);
}

const aboutMe =
  /\babout (?:me|us|myself)\b|\bmyself\b|^my (?:\w+ )?(?:details|preferences|info|profile|background)\b|关于我|我的(?:情况|信息|资料|偏好|背景)|自我介绍|介绍一下自己/iu;

/** A list goes on to the next blank line. */
export function findListEnd(masked: string, from: number): number {
  return from + (/^\s*\n?(?:[^\n]+(?:\n|$))+/.exec(masked.slice(from))?.[0].length ?? 0);
}
