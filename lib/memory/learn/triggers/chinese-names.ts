import { quoteMark } from "@/lib/memory/learn/own-text";

/** The length of a name at the start of a text, or 0 where none stands there. */
export function readChineseName(text: string): number {
  const name = pattern.exec(text)?.[0] ?? "";
  return name === "" ||
    notNames.test(name) ||
    /[我你您他她它们的了着过去帮给拿吃喝买卖送打走看听写问说话让把被跟吗呢什谁哪怎没不很都就还又才再只得]/u.test(
      name,
    )
    ? 0
    : name.length;
}

/** Behind it the sentence ends, or goes on with more about the person. */
const ending = String.raw`(?=\s*(?:$|[，,。！!；;、（(]|今年|来自|是[个一名]|住在|在\p{L}|就好|就行|即可|就可以|好了|吧|哦|啊|呀|啦|了$))`;
const latin = String.raw`\s*\p{Script=Latin}[\p{Script=Latin}\p{M}'.-]*(?:\s+\p{Script=Latin}[\p{Script=Latin}\p{M}'.-]*){0,3}`;
const han = String.raw`\s*\p{Script=Han}{2,7}?(?:[·•]\p{Script=Han}{1,7}){0,3}`;
const pattern = new RegExp(`^(?:${quoteMark}+|${han}|${latin})${ending}`, "u");

/** What stands behind 我叫 and 叫我 and is no name: whom one calls, what one orders, what one is asked to do. */
const notNames =
  /^\s*(?:外卖|快递|滴滴|出租|专车|代驾|救护车|警察|保安|服务员|客服|妈|爸|爹|爷爷|奶奶|外婆|外公|姥|哥哥|姐姐|弟弟|妹妹|儿子|女儿|老公|老婆|起床|醒|住|停|回|来|出|滚|闭嘴|一声|大声|如何|怎|干|做|等|想|觉得|感到|难|好想|先|别|车|人|到|救|上|下)/u;
