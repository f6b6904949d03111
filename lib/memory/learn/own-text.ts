/** Stands for a quoted text inside a sentence, a character for a character. */
export const quoteMark = "\uFFFC";

/** A line longer than this was hardly typed. */
const maxLine = 600;
/** Of a message longer than this only the first and the last paragraph count as the person's own. */
const maxMessage = 1_500;

/**
 * A message without what is not the person's own saying: code, quotes, markup, letters, long pastes. As long as the message, so that a place in
 * the one is the same place in the other: left out lines are line breaks, quoted words are `quoteMark`s.
 */
export function maskForeignText(text: string): string {
  const lines = maskLines(text.replace(/(```|~~~)[\s\S]*?(?:\1|$)/g, blank));
  return maskLongMessage(maskLetters(lines))
    .replace(/[‘’]/g, "'")
    .replace(quotes, (quote) => quoteMark.repeat(quote.length));
}

const quotes =
  /"[^"\n]{1,500}"|“[^”]{1,2000}”|„[^“”]{1,2000}[“”]|«[^»]{1,2000}»|「[^」]{1,2000}」|『[^』]{1,2000}』|《[^》\n]{1,200}》|`[^`\n]{1,300}`|(?<![\p{L}\p{N}])'[^'\n]{2,300}'(?![\p{L}\p{N}])/gu;

/** Quoted lines, indented code, comments, markup, shell prompts, and lines of a length that is pasted. */
function maskLines(text: string): string {
  const foreign = /^(?: {4}|\t)(?!\s*(?:[-*•]|\d+[.)])\s)|^\s*(?:>|<\/?[a-z!]|\/\/|\/\*|\*\/|#|\$ |--|[{}])/i;
  return text.replace(/[^\n]+/g, (line) =>
    line.length > maxLine || foreign.test(line) ? blank(line) : line,
  );
}

const greeting =
  /^[ \t]*(?:(?:dear|hi|hello|hey) [^\n,]{1,40},|(?:亲爱的|尊敬的|致)[^\n]{1,20}[：:，,])[ \t]*\n/im;
const closing =
  /^[ \t]*(?:(?:best|kind|warm|many thanks|yours|sincerely|cheers|love|regards|all the best)\b[^\n]{0,30}|此致|敬礼|祝好|敬上|谨启|顺祝[^\n]{0,10})[ \t]*$/im;

/** From a greeting to the end, where a letter's closing follows. */
function maskLetters(text: string): string {
  const start = greeting.exec(text)?.index ?? -1;
  if (start < 0 || !closing.test(text.slice(start))) return text;
  return text.slice(0, start) + blank(text.slice(start));
}

function maskLongMessage(text: string): string {
  if (text.replace(/\s+/g, " ").length <= maxMessage) return text;
  const paragraphs = [...text.matchAll(/[^\n]+(?:\n[^\n]+)*/g)];
  const kept = [paragraphs[0], paragraphs.at(-1)].filter(
    (paragraph) => paragraph !== undefined && paragraph[0].length <= maxLine,
  );
  return kept.reduceRight((rest, paragraph) => {
    const { index = 0, 0: own = "" } = paragraph ?? {};
    return rest.slice(0, index) + own + rest.slice(index + own.length);
  }, blank(text));
}

function blank(text: string): string {
  return "\n".repeat(text.length);
}
