import { hasBankAccount, hasCardNumber } from "./secrets/bank-numbers";
import { findIdentityNumber } from "./secrets/find-identity-number";
import { toUndisguised } from "./secrets/undisguise";
import { findWordedSecret } from "./secrets/worded-secrets";

/** What kind of secret a text holds, as an English noun phrase, or `null`. Errs on the side of refusing. */
export function findSecret(text: string): string | null {
  const plain = toUndisguised(toPlain(text));
  const worded = findWordedSecret(plain);
  if (worded !== null) return worded;
  if (hasCardNumber(plain)) return "a card number";
  if (findIdentityNumber(plain) !== null) return "an identity number";
  return hasBankAccount(plain) ? "a bank account number" : null;
}

/** Digits as plain ones, dashes, apostrophes and blanks of one kind, nothing unseen between them. */
function toPlain(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/\p{Nd}/gu, toDigit)
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/[‘’]/g, "'")
    .replace(/[^\S\n]/g, " ");
}

/** Zero in Arabic, Persian, Devanagari, Bengali and Thai; the other nine follow it. */
const zeros = Array.from("٠۰०০๐", (zero) => zero.charCodeAt(0));

function toDigit(character: string): string {
  const code = character.charCodeAt(0);
  const zero = zeros.find((start) => code >= start && code < start + 10);
  return zero === undefined ? character : String(code - zero);
}
