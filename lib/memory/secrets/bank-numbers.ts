/** Whether a text holds a payment card's number: an issuer's range and length (ISO/IEC 7812-1) and a valid check digit. */
export function hasCardNumber(text: string): boolean {
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

/** Visa, Mastercard, American Express, Discover, Diners Club, JCB, UnionPay and Mir, as the networks publish them. */
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
export function hasBankAccount(text: string): boolean {
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
