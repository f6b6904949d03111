import { hasBankAccount, hasCardNumber } from "./secrets/bank-numbers";
import { hasIdentityNumber } from "./secrets/identity-numbers";
import { hasKey } from "./secrets/keys";

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
