import { hasBankAccount, hasCardNumber } from "./secrets/bank-numbers";
import { hasIdentityNumber } from "./secrets/identity-numbers";

/** What kind of secret a text holds, as an English noun phrase, or `null`. It errs on the side of refusing. */
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

/** Whether a text holds a key by its form, as the issuers document it and secret scanners look for it. */
function hasKey(text: string): boolean {
  return forms.some((form) => form.test(text));
}

const forms = [
  /\b(?:sk|pk|rk)[-_](?:live|test|proj|ant)?[-_A-Za-z0-9]{16,}|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}/,
  /\b(?:AKIA|ASIA)[A-Z0-9]{12,}|\bAIza[\w-]{20,}|\bxox[abeprs]-[\w-]{10,}|\bglpat-[\w-]{16,}|\bhf_[A-Za-z0-9]{20,}/,
  /\bnpm_[A-Za-z0-9]{30,}|\bpypi-[\w-]{20,}|\bSG\.[\w-]{16,}\.[\w-]{16,}|\bdop_v1_[a-f0-9]{32,}|\bya29\.[\w-]{20,}/,
  /\b\d{8,10}:AA[\w-]{30,}|\b(?:xai-|gsk_)[A-Za-z0-9]{20,}|\bAGE-SECRET-KEY-1[A-Z0-9]{20,}|\bshp(?:at|ss)_[a-f0-9]{20,}/,
  /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{5,}|\bBearer [\w.~+/-]{16,}/,
  // An address that carries a name and a password.
  /\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s:/@]{1,64}:[^\s@/]{2,128}@\S/i,
  // A long run of digits and letters of both cases, or of hexadecimal digits.
  /(?<![\w/.-])(?=[\w+=-]{0,200}\d)(?=[\w+=-]{0,200}[a-z])(?=[\w+=-]{0,200}[A-Z])[\w+=-]{28,}(?![\w/.-])/,
  /(?<![\w-])(?=[a-f]{0,64}\d)[0-9a-f]{32,}(?![\w-])/i,
];
