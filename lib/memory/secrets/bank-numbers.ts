import { hasLuhnSum, remainderOf97 } from "./check-digits";

export function hasCardNumber(text: string): boolean {
  const isNamed = cardWords.test(text);
  return [...text.matchAll(/(?<![\d.,])\d(?:[ -]?\d){11,}(?!\d|[.,]\d)/g)].some(([run]) => {
    const isNamedCard = isNamed && /^\d{15,19}$/.test(run.replace(/[ -]/g, ""));
    return (
      isNamedCard ||
      listWindows(run).some((digits) => hasLuhnSum(digits) && (isNamed || isCardPrefix(digits)))
    );
  });
}

const cardWords =
  /\b(?:credit|debit|bank|visa|mastercard|amex|american express|unionpay|maestro|jcb)\b(?: card)?|\bcard(?: number| no\.?)?\b|信用卡|银行卡|銀行卡|借记卡|储蓄卡|卡号|卡號|银联|kreditkarte|carte bancaire|tarjeta|クレジットカード|카드/i;

/** Digits of neighbouring groups, 12 to 19 of them: a date or a security code may follow the number. */
function listWindows(run: string): string[] {
  const groups = run.split(/[ -]/);
  const windows = groups.flatMap((_, start) =>
    Array.from({ length: 19 }, (_none, more) => groups.slice(start, start + more + 1).join("")),
  );
  return windows.filter((digits) => digits.length >= 12 && digits.length <= 19);
}

/** ISO/IEC 7812-1: issuers' ranges and lengths as the networks publish them (Visa, Mastercard, American Express, Discover, Diners Club, JCB, UnionPay, Mir). */
const cardPrefixes = [
  /^4(?:\d{15}|\d{18})$/,
  /^(?:5[1-5]\d{14}|(?:222[1-9]|22[3-9]\d|2[3-6]\d{2}|27[01]\d|2720)\d{12})$/,
  /^3[47]\d{13}$/,
  /^(?:6011|64[4-9]\d|65\d{2})\d{12,15}$/,
  /^3(?:0[0-5]|[689]\d)\d{11}$/,
  /^35(?:2[89]|[3-8]\d)\d{12}$/,
  /^(?:62|81)\d{14,17}$/,
  /^220[0-4]\d{12,15}$/,
];

function isCardPrefix(digits: string): boolean {
  return cardPrefixes.some((pattern) => pattern.test(digits));
}

export function hasBankAccount(text: string): boolean {
  return hasIban(text) || namedAccounts.some((pattern) => pattern.test(text));
}

/** ISO 13616 and the lengths of SWIFT's IBAN registry; the check is ISO/IEC 7064, MOD 97-10. */
function hasIban(text: string): boolean {
  return [...text.toUpperCase().matchAll(/(?<![A-Z\d])[A-Z]{2}\d{2}(?:[ -]?[A-Z\d]){11,40}/g)].some(
    ([run]) => {
      const compact = run.replace(/[ -]/g, "");
      const length = ibanLengths.get(compact.slice(0, 2));
      const iban = compact.slice(0, length ?? 0);
      return (
        length !== undefined &&
        iban.length === length &&
        remainderOf97(iban.slice(4) + iban.slice(0, 4)) === 1
      );
    },
  );
}

const ibanLengths = new Map(
  (
    "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 " +
    "IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19 SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20"
  )
    .split(" ")
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

const namedAccounts = [
  /\biban\b\D{0,20}[A-Z]{2}\d{2}[ A-Z\d]{8,}/i,
  /\b(?:bank account|account number|account no\.?|routing number|sort code|konto-?nummer)\b(?:\s+\w+){0,3}?\s*(?:is\b|[:=#]|\s)\s*(?:\d[ -]?){6,}/i,
  /(?:银行|銀行)?(?:账号|账户|賬號|帳號|帐号)[^\d，。]{0,6}\d{8,}/,
];
