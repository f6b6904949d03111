import { splitSentences, type Span } from "@/lib/language/sentences";
import { isTask, leadsOn, opensList } from "./own-tasks";
import { maskForeignText } from "./own-text";

/**
 * A sentence of the person's own. `said` is its text without quoted words and closing marks, traditional characters
 * folded; `start` and `end` are places in the message.
 */
export type OwnSentence = Omit<Span, "text"> & {
  said: string;
  isQuestion: boolean;
  kind: "plain" | "task" | "list" | "item";
};

/** The sentences of a message that are the person's own, up to where a task or a line before a colon brings in others. */
export function listOwnSentences(text: string): OwnSentence[] {
  const masked = maskForeignText(text);
  const own: OwnSentence[] = [];
  let listEnd = 0;
  for (const sentence of splitSentences(masked).flatMap(splitClosed)) {
    const marks =
      /(?<![.!?。！？；;…\s"'”’」』）)])[.!?。！？；;…\s"'”’」』）)]*$/u.exec(sentence.text)?.[0] ?? "";
    const said = foldChinese(sentence.text.slice(0, sentence.text.length - marks.length));
    if (said === "") continue;
    const found = {
      start: sentence.start,
      end: sentence.start + said.length,
      said,
      isQuestion: /[?？]/.test(marks),
    };
    if (sentence.start < listEnd) own.push({ ...found, kind: "item" });
    else if (opensList(said)) {
      own.push({ ...found, kind: "list" });
      listEnd = findListEnd(masked, found.end);
    } else if (isLeadIn(said)) return own;
    else own.push({ ...found, kind: isTask(said) ? "task" : "plain" });
  }
  return own;
}

/** Semicolons, ellipses and line ends part what a person says, too. */
function splitClosed({ text, start }: Span): Span[] {
  return [...text.matchAll(/[^；;…\n]+(?:[；;…]+|$|(?=\n))/gu)].map(({ 0: piece, index }) => {
    const lead = piece.length - piece.trimStart().length;
    return { text: piece.trim(), start: start + index + lead, end: start + index + piece.trimEnd().length };
  });
}

/** “About me:” is followed by the person's own words; what stands behind other colons at the end of a line is not known to be. */
function isLeadIn(said: string): boolean {
  return isTask(said) ? leadsOn(said) : /[:：]$/.test(said) && !aboutMe.test(said);
}

const aboutMe =
  /\babout (?:me|us|myself)\b|\bmyself\b|^my (?:\w+ )?(?:details|preferences|info|profile|background)\b|关于我|我的(?:情况|信息|资料|偏好|背景)|自我介绍|介绍一下自己/iu;

/** A list goes on to the next blank line. */
function findListEnd(masked: string, from: number): number {
  return from + (/^\s*\n?(?:[^\n]+(?:\n|$))+/.exec(masked.slice(from))?.[0].length ?? 0);
}

/** Traditional characters of what is matched as simplified ones, one for one: patterns are written once. */
export function foldChinese(text: string): string {
  return text.replace(/\p{Script=Han}/gu, (character) => simplified.get(character) ?? character);
}

const traditional =
  "記請別從現後們嗎麼說話個這時對過歲來寫譯給幫稱總遠點買關誰為開問題書電單詞碼號員項習處內讓帶覺養錢媽爺歡愛務順謝續縮臺詩編講擬裝設發議當會學歷錄滿復體簡數據庫標結論訂鎖檢餵憶筆備註獨禮聽裡裏興與貓";
const plain =
  "记请别从现后们吗么说话个这时对过岁来写译给帮称总远点买关谁为开问题书电单词码号员项习处内让带觉养钱妈爷欢爱务顺谢续缩台诗编讲拟装设发议当会学历录满复体简数据库标结论订锁检喂忆笔备注独礼听里里兴与猫";
const simplified = new Map(
  Array.from(traditional, (character, index) => [character, plain.charAt(index)] as const),
);
