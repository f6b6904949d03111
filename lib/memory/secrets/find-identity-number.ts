import { americanRules } from "./identity-americas";
import { asiaPacificRules } from "./identity-asia-pacific";
import { europeanRules } from "./identity-europe";
import type { IdentityRule } from "./identity-rule";

/** The name of the identity number that a text holds, or `null`: by its writing and check digit, or by a word beside it. */
export function findIdentityNumber(text: string): string | null {
  const found = identityRules.find(
    (rule) => isWritten(rule, text) || isNamed(rule, text) || isHinted(rule, text),
  );
  return found?.name ?? (otherDocuments.some((pattern) => pattern.test(text)) ? "identity document" : null);
}

const identityRules: readonly IdentityRule[] = [...asiaPacificRules, ...europeanRules, ...americanRules];

/** How far a word stands from its number at most, in characters. */
const reach = 60;

/** “My ID is …” in any country: beside such a word a valid check digit is enough. */
const hints =
  /\b(?:id|identity|identification|ident|citizen(?:ship)?|tax|social|insurance|national|personal|resident)\b[\s-]*(?:card|code|number|no\.?|id|#)?\s*(?:is\b|[:=#])|证件|證件|证号|證號|税号|稅號/gi;

function isWritten({ written, isValid }: IdentityRule, text: string): boolean {
  return (
    written !== undefined &&
    [...text.matchAll(written)].some(([number]) => isValid?.(toCompact(number)) ?? true)
  );
}

function isNamed({ words, shape }: IdentityRule, text: string): boolean {
  return words.test(text) && isBeside(text, words, shape, () => true);
}

function isHinted({ shape, isValid }: IdentityRule, text: string): boolean {
  return isValid !== undefined && isBeside(text, hints, shape, isValid);
}

function isBeside(
  text: string,
  words: RegExp,
  shape: RegExp,
  isRight: (compact: string) => boolean,
): boolean {
  const named = [
    ...text.matchAll(new RegExp(words, words.flags.includes("g") ? words.flags : `${words.flags}g`)),
  ];
  if (named.length === 0) return false;
  return [...text.matchAll(shape)].some(({ 0: number, index: at }) => {
    const isNear = named.some(
      ({ index, 0: word }) => at - (index + word.length) <= reach && index - (at + number.length) <= reach,
    );
    return isNear && isRight(toCompact(number));
  });
}

function toCompact(number: string): string {
  return number.toUpperCase().replace(/[ .\-/()]/g, "");
}

/** No date or year. */
const value = String.raw`(?!(?:19|20)\d{2}(?:[-/. ]|$))(?=[A-Z]{0,4}[ -]?(?:\d[ -]?[A-Z]{0,2}){5})[A-Z\d][A-Z\d -]{4,}`;

/** Documents whose numbers have no common shape: at least five digits behind the document's name. */
const otherDocuments = [
  new RegExp(
    String.raw`\b(?:passport|driver'?s? licen[cs]e|driving licen[cs]e|residence permit|green card|visa|health insurance|reisepass|personalausweis|f[üu]hrerschein|passeport|pasaporte)\b(?:\s+(?:number|no\.?|code|nummer|id))?\s*(?:is\b|[:=#]|\s)\s*${value}`,
    "i",
  ),
  new RegExp(
    String.raw`\b(?:national id|identity card|id card|id number|tax id|tax number|social insurance number|citizen id|carte d'identit[ée]|ausweisnummer)\b(?:\s+(?:number|no\.?|code))?\s*(?:is\b|[:=#])\s*${value}`,
    "i",
  ),
  /(?:身份证|護照|护照|社保|社會保險|驾驶证|驾照|駕照|港澳通行证|通行证|居住证|居留证|永居|军官证|医保)卡?(?:号码|號碼|编号|号|號)?\s*(?:是|为|為|[:=])?\s*[A-Z]{0,2}\d{5,}/i,
  /паспорт\p{L}*\D{0,12}\d{2} ?\d{2} ?\d{6}|パスポート(?:番号)?\s*(?:は|[:=])?\s*[A-Z]{2}\d{7}|여권(?:번호)?\s*(?:는|[:=])?\s*[A-Z]\d{8}/iu,
];
