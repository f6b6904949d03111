import { foldText, hasHan } from "@/lib/language/script";

const address = /https?:\/\/[^\s<>"'，。）)】]+|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/giu;
const number = /\d+(?:[.,:/-]\d+)*/g;
const quotation = /[“"「『《]([^“”"「」『』《》\n]{2,200})[”"」』》]/gu;

/** A text's numbers and dates in digits and its addresses (pages, mailboxes), each once, written one way. */
export function listValues(text: string): string[] {
  const addresses = Array.from(text.matchAll(address), ([found]) =>
    found.replace(/(?<![.,;:!?])[.,;:!?]+$/, ""),
  );
  return [...new Set([...addresses, ...listNumbers(text.replace(address, " "))])];
}

/** The capitalised words inside sentences and, in Chinese, the words in Latin letters. */
export function listNames(text: string): string[] {
  const names = text.split(/\n|(?<=[.!?:。！？：])\s*/u).flatMap((sentence) => {
    const words = sentence.match(/[\p{Script=Latin}\p{N}][\p{Script=Latin}\p{N}'’-]+/gu) ?? [];
    const isChinese = hasHan(sentence);
    return words.filter((word, index) =>
      isChinese ? !/^\d/.test(word) : index > 0 && /^\p{Lu}/u.test(word),
    );
  });
  return [...new Set(names.map((name) => name.replace(/['’]s?$/, "")))];
}

/** What of a shorter form does not stand in its source: values, quotations and names. */
export function findInvented(shorter: string, source: string): string[] {
  const folded = toComparable(source);
  const known = new Set([...listValues(source), ...listNumbers(source)].flatMap(toParts));
  const quotations = Array.from(shorter.matchAll(quotation), ([, quoted = ""]) => quoted);
  return [
    ...listValues(shorter).filter((value) => !known.has(value) && !source.includes(value)),
    ...[...quotations, ...listNames(shorter)].filter((text) => !folded.includes(toComparable(text))),
  ];
}

/** The values of a text that a shorter form lacks. */
export function findLost(shorter: string, text: string): string[] {
  const kept = new Set([...listValues(shorter), ...listNumbers(shorter)].flatMap(toParts));
  return listValues(text).filter((value) => !kept.has(value) && !shorter.includes(value));
}

function listNumbers(text: string): string[] {
  return Array.from(text.normalize("NFKC").matchAll(number), ([found]) =>
    found.replace(/,(?=\d{3}(?:\D|$))/g, ""),
  );
}

/** A date may be written in parts. */
function toParts(value: string): string[] {
  return [value, ...value.split(/[.,:/-]/)];
}

function toComparable(text: string): string {
  return foldText(text).replace(/\s+/g, " ");
}
