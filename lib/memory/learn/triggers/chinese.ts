import { readChineseName } from "./chinese-names";
import { isAboutAnswers, isPassing, isPersonal, isQuestion } from "./chinese-words";
import { isFamousLine } from "./famous-lines";
import { chineseForms as forms } from "./forms-chinese";
import { isStatement } from "./is-statement";
import type { Span, TriggerLanguage } from "./trigger-language";

const any = (list: readonly string[]) => `(?:${list.join("|")})`;
const boundary = String.raw`(?<=^|[，,；、（(！!]\s*)`;
const opening = String.raw`(?:${any(forms.openings)}[，,！!：:、\s]*){0,5}`;
const asking = `(?:(?<polite>${any(forms.polite)}))?`;
const link = String.raw`(?<link>(?:一下)?[，,：:\s]*(?:(?:这一点|这点|这件事|这个|以下|下面|几点)[，,：:\s]+)?)`;

const kinds = ["requests", "linkedRequests", "personalRequests"] as const;
const requests = new RegExp(
  `${boundary}${opening}${asking}${opening}(?:${kinds.map((kind) => `(?<${kind}>${any(forms[kind])})`).join("|")})${link}`,
  "gu",
);
const names = new RegExp(`${boundary}${opening}?(?<name>${any(forms.names).replaceAll("%", "")})`, "gu");
const lasting = new RegExp(
  `${boundary}(?:${any(forms.openings)}[，,！!：:、\\s]*){0,4}(?<order>${any(forms.lasting)}[，,：:\\s]*(?<head>${any(forms.lastingOrders)}).*)$`,
  "u",
);
const fromNow = new RegExp(
  `${boundary}(?<order>${any(forms.lasting.filter((form) => form.startsWith("从")))}[，,：:\\s]*我(?!要|想|会|打算|得|必须|应该|就要).*)$`,
  "u",
);
const orders = new RegExp(`${boundary}${opening}(?<order>${any(forms.orders)}.*)$`, "u");

const tail = String.raw`${opening}${any(forms.afterwards)}(?:[哦噢啊呀吧啦了]|谢谢)*`;
const behind = new RegExp(`[，,；\\s—-]+${tail}$`, "u");
const bareRequest = new RegExp(`^${tail}$`, "u");
const list = new RegExp(
  String.raw`^${opening}${any([...forms.requests, ...forms.linkedRequests])}(?:一下)?(?:这|以下|下面)?(?:的)?(?:几|些)?(?:点|件事|条|个)?(?:信息|内容|事情|资料)?[：:]$`,
  "u",
);
const retraction = new RegExp(
  `^(?:算了|不对|等等|啊|哦|对不起|抱歉|[，,\\s])*${any(forms.retractions)}`,
  "u",
);

const task = new RegExp(
  `${any(forms.textVerbs)}|(?:^|请|帮我|给我|帮忙|来|，)${any(forms.writings)}|${any(forms.writings)}.{0,12}(?:故事|诗|信|邮件|作文|小说|歌|介绍|对话|签名|剧本|演讲|文案|笑话)|用.{1,6}怎么说|什么意思|歌词|台词`,
  "u",
);
const supposition = new RegExp(`(?:^|，)${any(forms.suppositions)}`, "u");
const reported =
  /[说道问喊唱念]|告诉|写[道着]|开头|题目|名为|让我|叫我|故事|小说|游戏|电影|书[里中]|梦[里中]|剧[里中]|主角|如果|假如|要是/u;
const more = /^[，,]\s*(?:我(?:今年|住|在|来自|是|的)|今年|来自|住在).*$/u;

export const chinese: TriggerLanguage = {
  isTask: (sentence) => task.test(sentence) || supposition.test(sentence),
  leadsOn: (sentence) =>
    supposition.test(sentence) || /[：:]|下面|以下|这[段句封篇首话]|开头|第一句/u.test(sentence),
  isRetraction: (sentence) => retraction.test(sentence),
  opensList: (sentence) => list.test(sentence),
  isBareRequest: (sentence) => bareRequest.test(sentence),
  isStatement: (sentence) => isStatement(sentence, true),
  findSpans(sentence, isAsked) {
    const lead = isAsked || isQuestion(sentence) ? null : findLasting(sentence);
    const asked = findRequests(sentence, isAsked);
    if (lead !== null && asked.every(({ start }) => start >= lead.start)) return [lead];
    if (asked.length > 0) return asked;
    const named = isAsked ? [] : findNames(sentence);
    return named.length > 0 ? named : findBehind(sentence, isAsked);
  },
  padding: {
    before: /^(?:(?:你好[呀啊]?|您好|嗨|嘿|哈喽|对了|还有|另外|顺便|谢谢你?|好的|嗯|哦)[，,！!：:、\s]*)+/u,
    after:
      /(?:[，,、\s]*(?:哦|噢|啊|呀|吧|啦|谢谢你?|拜托了?|好吗|可以吗|行吗|好不好|吗|就好|就行|即可|就可以了?))+$/u,
  },
};

function findLasting(sentence: string): Span | null {
  if (isPassing(sentence) || task.test(sentence) || supposition.test(sentence)) return null;
  const match = lasting.exec(sentence) ?? fromNow.exec(sentence) ?? orders.exec(sentence);
  const order = match?.groups?.order;
  if (match === null || order === undefined || !(isAboutAnswers(order) || isPersonal(order))) return null;
  const start = sentence.length - order.length;
  return reported.test(sentence.slice(0, start)) ? null : { start, end: sentence.length };
}

function findRequests(sentence: string, isAsked: boolean): Span[] {
  const matches = [...sentence.matchAll(requests)];
  return matches.flatMap((match, at) => {
    const start = match.index + match[0].length;
    const end = matches[at + 1]?.index ?? sentence.length;
    const body = sentence
      .slice(start, end)
      .replace(chinese.padding.after, "")
      .replace(/[，,、\s]+$/u, "");
    const isPolite =
      match.groups?.polite !== undefined ||
      /[好行可]以?[吗不]/u.test(sentence.slice(start + body.length, end));
    const isOpen = isAsked || /[吗呢]$/u.test(sentence.slice(start, end));
    if ((isOpen && !isPolite) || reported.test(sentence.slice(0, match.index))) return [];
    const gap = match.groups?.link ?? "";
    const isLinked = /[：:]/u.test(gap);
    if (match.groups?.linkedRequests !== undefined && !isLinked) return [];
    if (match.groups?.personalRequests !== undefined && !/^(?:我|咱)/u.test(body)) return [];
    return isStatement(body, isLinked) ? [{ start, end: start + body.length }] : [];
  });
}

function findNames(sentence: string): Span[] {
  const match = [...sentence.matchAll(names)][0];
  const form = match?.groups?.name;
  if (match === undefined || form === undefined || reported.test(sentence.slice(0, match.index))) return [];
  const start = match.index + match[0].length - form.length;
  const length = readChineseName(sentence.slice(start + form.length));
  const end = start + form.length + length;
  if (length === 0 || isFamousLine(sentence.slice(start, end))) return [];
  const rest = sentence.slice(end);
  const isMore = more.test(rest) && !/想|要|请|帮|问|吗|怎/u.test(rest);
  return [{ start, end: isMore ? sentence.length : end }];
}

/** “我对花生过敏，请记住。” */
function findBehind(sentence: string, isAsked: boolean): Span[] {
  const match = behind.exec(sentence);
  if (match === null || isAsked) return [];
  const opened = chinese.padding.before.exec(sentence)?.[0].length ?? 0;
  const body = sentence.slice(opened, match.index);
  return isStatement(body, true) && !reported.test(body) && !supposition.test(body)
    ? [{ start: opened, end: match.index }]
    : [];
}
