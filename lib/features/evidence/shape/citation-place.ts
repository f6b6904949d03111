/**
 * Whether numbers in brackets cite is decided here alone, by what stands around them. `citation`: the usual
 * place of one; `open`: a citation where the number names a source; `line`: at a line's start, as in a list
 * of references; `text`: an index, a list, a vector, a link or a key.
 */
export type CitationStanding = "citation" | "open" | "line" | "text";

/** What follows a mark that was taken out, without blanks before the end of a sentence or clause. */
export const closeGap = (text: string): string => text.replace(/^[ \t\u00a0]+(?=[.,。，、](?!\w))/, "");

/** What stands before the brackets. They are attached to a `word`, or to writing without blanks. */
export type Lead = CitationStanding | "word" | "unspaced";

/** The numbers of one pair of brackets. No source has the number 0, and none begins with it. */
export const numberList = String.raw`[1-9]\d{0,3}(?:[ \t]{0,3}[,，、;；][ \t]{0,3}[1-9]\d{0,3})*`;

export const toNumbers = (list: string): number[] => list.split(/[,，、;；]/).map(Number);

/** How many characters before and behind a pair of brackets decide what it is. */
export const leadLength = 80;
export const followLength = 4;

const lineStart = /^[ \t]*(?:(?:[>#]+|[-*+•·]|\d{1,3}[.)])[ \t]+)*$/;
const call = /[\p{L}\p{N}_]\([^()]*$/u;
const closedCall = /[\p{L}\p{N}_]\([^()]*\)$/u;
/** Writing without blanks between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}々ー]$/u;

/** `before`: the text before the brackets on their line, of which the last `leadLength` characters count. */
export function readLead(before: string): Lead {
  const lead = before.slice(-leadLength);
  if (lineStart.test(lead)) return "line";
  const words = lead.trimEnd();
  const isAttached = words.length === lead.length;
  const signs = /[*_~]+$/.exec(words)?.[0] ?? "";
  if (signs === "") return readLast(words, isAttached);
  const plain = words.slice(0, words.length - signs.length);
  if (isAttached && /(?:^|[\s(“"'])$/.test(plain)) return readLead(plain);
  const closes = /\S$/.test(plain) && (signs.length > 1 || plain.split(signs).length % 2 === 0);
  return closes ? readLast(plain, isAttached) : "text";
}

/** By the last character before the brackets: what it says where they are attached to it, and apart. */
const leads: [last: RegExp, attached: (words: string) => Lead, apart: Lead][] = [
  [/[\p{L}\p{M}\p{N}_]$/u, readWord, "citation"],
  [/[.!?…。！？”’»」』）%‰°′″]$/u, () => "citation", "citation"],
  [/\)$/, (words) => (closedCall.test(words) ? "text" : "citation"), "citation"],
  [/[(（]$/, (words) => (/[\p{L}\p{N}_)\]]\($/u.test(words) ? "text" : "open"), "open"],
  [/["']$/, () => "open", "citation"],
  [/[,;:\]-]$/, () => "text", "open"],
  [/(?:[，；：、—–|`$€£¥]|\p{So})$/u, () => "open", "open"],
];

function readLast(words: string, isAttached: boolean): Lead {
  const found = leads.find(([last]) => last.test(words));
  if (found === undefined) return "text";
  const [, attached, apart] = found;
  return isAttached ? attached(words) : apart;
}

/** Attached to letters or digits: an index where the word could be the name of a variable. */
function readWord(words: string): Lead {
  if (unspaced.test(words)) return "unspaced";
  if (/(?:^|[^\p{L}\p{N}_.])\p{Sc}?\d[\d.,]*$/u.test(words)) return "open";
  const word = /[\p{L}\p{M}\p{N}_$@.'’-]+$/u.exec(words)?.[0] ?? "";
  const before = words.slice(0, words.length - word.length);
  if (/\d[ \u00a0]?$/.test(before) && /^\p{L}{1,3}$/u.test(word)) return "word";
  const isName = [...word].length < 3 || /[\d_$@]|\p{Ll}\p{Lu}|\p{L}\.\p{L}/u.test(word);
  const isOperand = /[=<>+^~]\s*$|[*/]\s+$/.test(before.replace(/^[ \t>]+/, ""));
  return isName || isOperand || call.test(before) ? "text" : "word";
}

/** What behind the brackets belongs to code or to a link. */
const codeBehind =
  /^(?:[(={<\\$\w]|\[[^\d]|\.[\p{L}_]|\?\.|[ \t]?(?:[-+*/%^|&]?=|=>|<=?[ \t\d]|>=?[ \t\d]|[+*/^][ \t]))/u;
const lineEnd = /^[ \t]*(?:\n|$)/;

/** `follow`: the text behind the brackets, or its first `followLength` characters. */
export function judgeStanding(lead: Lead, follow: string): CitationStanding {
  if (lead === "text" || codeBehind.test(follow)) return "text";
  const isLast = lineEnd.test(follow);
  if (lead === "line") return isLast ? "open" : "line";
  if (lead === "open") return "open";
  const isStop = isLast || /^(?:[.,!?…。，、；！？)）"'”’»」』*_~]|\[\d)/u.test(follow);
  if (lead === "word") return isStop ? "open" : "text";
  if (lead === "unspaced") return isStop ? "citation" : "open";
  return isStop || /^[ \t;–—|-]/.test(follow) ? "citation" : "open";
}
