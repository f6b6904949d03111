import { hasSecretForm } from "@/lib/language/secret-forms";
import { validate as validateAadhaar } from "stdnum/lib/cjs/in/aadhaar.js";
import { validate as validateBelgian } from "stdnum/lib/cjs/be/nn.js";
import { validate as validateBrazilian } from "stdnum/lib/cjs/br/cpf.js";
import { validate as validateBritish } from "stdnum/lib/cjs/gb/nino.js";
import { validate as validateCanadian } from "stdnum/lib/cjs/ca/sin.js";
import { validate as validateChinese } from "stdnum/lib/cjs/cn/ric.js";
import { validate as validateDanish } from "stdnum/lib/cjs/dk/cpr.js";
import { validate as validateFinnish } from "stdnum/lib/cjs/fi/hetu.js";
import { validate as validateFrench } from "stdnum/lib/cjs/fr/nir.js";
import { validate as validateGerman } from "stdnum/lib/cjs/de/idnr.js";
import { validate as validateHongKong } from "stdnum/lib/cjs/hk/hkid.js";
import { validate as validateItalian } from "stdnum/lib/cjs/it/codicefiscale.js";
import { validate as validateKorean } from "stdnum/lib/cjs/kr/rrn.js";
import { validate as validateMexican } from "stdnum/lib/cjs/mx/curp.js";
import { validate as validateNorwegian } from "stdnum/lib/cjs/no/fodselsnummer.js";
import { validate as validatePan } from "stdnum/lib/cjs/in/pan.js";
import { validate as validatePolish } from "stdnum/lib/cjs/pl/pesel.js";
import { validate as validateSpanish } from "stdnum/lib/cjs/es/dni.js";
import { validate as validateSpanishForeigner } from "stdnum/lib/cjs/es/nie.js";
import { validate as validateSwedish } from "stdnum/lib/cjs/se/personnummer.js";
import { validate as validateSwiss } from "stdnum/lib/cjs/ch/ssn.js";
import { validate as validateTaiwanese } from "stdnum/lib/cjs/tw/natid.js";
import { validate as validateTurkish } from "stdnum/lib/cjs/tr/tckimlik.js";
import { validate as validateUs } from "stdnum/lib/cjs/us/ssn.js";

/** The kind of secret a text holds, as an English noun phrase, or `null`. Errs on the side of refusing. */
export function findSecret(text: string): string | null {
  const plain = toPlain(text);
  return kinds.find(({ isIn }) => isIn(plain))?.name ?? null;
}

/** The words for secrets that have no form of their own. A sentence with one of them stays out of memory. */
const words =
  /\b(?:pass ?(?:word|code|phrase)s?|pwd|pins?(?: codes?)?|cv[vc]|(?:recovery|seed|backup|mnemonic) (?:phrase|word|code|key)s?|wallets?|(?:private|secret|api) keys?)\b|密[码碼]|口令|[验驗][证證][码碼]|助[记記][词詞]|恢[复復](?:短[语語]|密[钥鑰]|[码碼])|[备備][份用](?:[码碼]|代[码碼]|短[语語])|[钱錢]包|[私密][钥鑰]/iu;

const kinds = [
  { name: "a password or a code", isIn: (text: string) => words.test(text) },
  { name: "a key", isIn: hasKey },
  { name: "a card number", isIn: hasCardNumber },
  { name: "an identity number", isIn: hasIdentityNumber },
  { name: "a bank account number", isIn: hasBankAccount },
];

/** The text with plain digits, hyphens, apostrophes and blanks, and without invisible characters. */
function toPlain(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/\p{Nd}/gu, toDigit)
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/[‘’]/g, "'")
    .replace(/[^\S\n]/g, " ");
}

/** The zeros of the Arabic, Persian, Devanagari, Bengali and Thai digits; the other nine follow each. */
const zeros = Array.from("٠۰०০๐", (zero) => zero.charCodeAt(0));

function toDigit(character: string): string {
  const code = character.charCodeAt(0);
  const zero = zeros.find((start) => code >= start && code < start + 10);
  return zero === undefined ? character : String(code - zero);
}

/** A key in a form of its issuer, or a long run that only keys have. */
function hasKey(text: string): boolean {
  return hasSecretForm(text) || longRuns.some((form) => form.test(text));
}

const longRuns = [
  // Digits and letters of both cases, or hexadecimal digits.
  /(?<![\w/.-])(?=[\w+=-]{0,200}\d)(?=[\w+=-]{0,200}[a-z])(?=[\w+=-]{0,200}[A-Z])[\w+=-]{28,}(?![\w/.-])/,
  /(?<![\w-])(?=[a-f]{0,64}\d)[0-9a-f]{32,}(?![\w-])/i,
];

/** A payment card's number has an issuer's range and length (ISO/IEC 7812-1) and a valid check digit. */
function hasCardNumber(text: string): boolean {
  return [...text.matchAll(/(?<![\d.,])\d(?:[ -]?\d){11,}(?!\d|[.,]\d)/g)].some(([run]) =>
    listWindows(run).some((digits) => hasLuhnSum(digits) && cardForms.test(digits)),
  );
}

/** Digits of neighbouring groups, 12 to 19 of them: a date or a security code may follow the number. */
function listWindows(run: string): string[] {
  const groups = run.split(/[ -]/);
  const windows: string[] = [];
  for (let start = 0; start < groups.length; start += 1) {
    let digits = "";
    for (let end = start; end < groups.length && digits.length <= 19; end += 1) {
      if (digits.length >= 12) windows.push(digits);
      digits += groups[end] ?? "";
    }
    if (digits.length >= 12 && digits.length <= 19) windows.push(digits);
  }
  return windows;
}

/** Visa, Mastercard, Amex, Discover, Diners Club, JCB, UnionPay and Mir, as the networks publish them. */
const cardForms = new RegExp(
  `^(?:${[
    String.raw`4(?:\d{15}|\d{18})`,
    String.raw`5[1-5]\d{14}|(?:222[1-9]|22[3-9]\d|2[3-6]\d{2}|27[01]\d|2720)\d{12}`,
    String.raw`3[47]\d{13}`,
    String.raw`(?:6011|64[4-9]\d|65\d{2})\d{12,15}`,
    String.raw`3(?:0[0-5]|[689]\d)\d{11}|35(?:2[89]|[3-8]\d)\d{12}`,
    String.raw`(?:62|81)\d{14,17}|220[0-4]\d{12,15}`,
  ].join("|")})$`,
);

/** ISO/IEC 7812-1, annex B: every second digit from the right is doubled. */
function hasLuhnSum(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Whether a text holds an IBAN (ISO 13616) with a valid check (ISO/IEC 7064, MOD 97-10). */
function hasBankAccount(text: string): boolean {
  const runs = text.toUpperCase().matchAll(/(?<![A-Z\d])[A-Z]{2}\d{2}(?:[ -]?[A-Z\d]){11,30}/g);
  return [...runs].some(([run]) => listHeads(run).some(isIban));
}

/** The run and what is left of it without its last groups: the next word may stand behind the number. */
function listHeads(run: string): string[] {
  const groups = run.split(/[ -]/);
  return groups.map((_, index) => groups.slice(0, index + 1).join(""));
}

function isIban(compact: string): boolean {
  if (compact.length < 15 || compact.length > 34) return false;
  const moved = compact.slice(4) + compact.slice(0, 4);
  const remainder = [...moved].reduce((before, character) => {
    const value = parseInt(character, 36);
    return (before * (value > 9 ? 100 : 10) + value) % 97;
  }, 0);
  return remainder === 1;
}

type Validate = (value: string) => { isValid: boolean };
/** How a country writes its numbers. */
type SecretForm = { written: string; validate: Validate };

/** National identity numbers count as a country writes them, with valid check digits. */
function hasIdentityNumber(text: string): boolean {
  return numberForms.some(({ written, validate }) => {
    const runs = text.matchAll(new RegExp(`(?<![\\p{L}\\d])(?:${written})(?![\\p{L}\\d])`, "giu"));
    return [...runs].some(([run]) => validate(run.toUpperCase()).isValid);
  });
}

/**
 * Single files of the library: as a whole it takes 160 ms to load. Numbers with one check digit count only in
 * the groups in which they are written, for one of ten other numbers passes their check.
 */
const numberForms: readonly SecretForm[] = [
  { written: String.raw`\d{3}-\d{2}-\d{4}`, validate: validateUs },
  { written: String.raw`\d{17}[\dX]`, validate: validateChinese },
  { written: String.raw`[A-Z][12]\d{8}`, validate: validateTaiwanese },
  { written: String.raw`[A-Z]{1,2}\d{6} ?\([\dA]\)`, validate: validateHongKong },
  { written: String.raw`\d{6}-?[1-8]\d{6}`, validate: validateKorean },
  { written: String.raw`[2-9]\d{3} \d{4} \d{4}`, validate: validateAadhaar },
  { written: String.raw`[A-Z]{5}\d{4}[A-Z]`, validate: validatePan },
  { written: String.raw`[A-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]`, validate: validateBritish },
  { written: String.raw`\d{11}|\d{2} \d{3} \d{3} \d{3}`, validate: validateGerman },
  { written: String.raw`[12] ?\d{2} ?\d{2} ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2}`, validate: validateFrench },
  { written: String.raw`[A-Z]{6}\d{2}[A-EHLMPR-T]\d{2}[A-Z]\d{3}[A-Z]`, validate: validateItalian },
  { written: String.raw`\d{8}-?[A-Z]`, validate: validateSpanish },
  { written: String.raw`[XYZ]-?\d{7}-?[A-Z]`, validate: validateSpanishForeigner },
  { written: String.raw`\d{11}`, validate: validatePolish },
  { written: String.raw`(?:19|20)?\d{6}[-+]\d{4}`, validate: validateSwedish },
  { written: String.raw`\d{6} ?\d{5}`, validate: validateNorwegian },
  { written: String.raw`\d{6}-\d{4}`, validate: validateDanish },
  { written: String.raw`\d{6}[-+A]\d{3}[\dA-Y]`, validate: validateFinnish },
  { written: String.raw`\d{2}\.\d{2}\.\d{2}-\d{3}\.\d{2}`, validate: validateBelgian },
  { written: String.raw`756\.?\d{4}\.?\d{4}\.?\d{2}`, validate: validateSwiss },
  { written: String.raw`\d{3} \d{3} \d{3}|\d{3}-\d{3}-\d{3}`, validate: validateCanadian },
  { written: String.raw`\d{3}\.\d{3}\.\d{3}-\d{2}|\d{11}`, validate: validateBrazilian },
  { written: String.raw`[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z\d]\d`, validate: validateMexican },
  { written: String.raw`[1-9]\d{10}`, validate: validateTurkish },
];
