/** What kind of secret a text holds, as an English noun phrase, or `null`. Errs on the side of refusing. */
export function findSecret(text: string): string | null {
  const plain = text.normalize("NFKC");
  return secretPatterns.find(({ pattern }) => pattern.test(plain))?.kind ?? findNumberSecret(plain);
}

const secretPatterns: { kind: string; pattern: RegExp }[] = [
  {
    kind: "a key",
    pattern:
      /\b(?:sk|pk|rk)[-_](?:live|test|proj|ant)?[-_A-Za-z0-9]{16,}|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}|\bAKIA[A-Z0-9]{12,}|\bAIza[\w-]{20,}|\bxox[abprs]-[\w-]{10,}|\bglpat-[\w-]{16,}|\bhf_[A-Za-z0-9]{20,}/,
  },
  { kind: "a key", pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----|\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{5,}/ },
  {
    kind: "a key",
    pattern:
      /\b(?:api[ _-]?key|secret[ _-]?key|access[ _-]?token|auth(?:entication)?[ _-]?token|private[ _-]?key)\b\s*(?:is\b|[:=])\s*\S+/i,
  },
  { kind: "a key", pattern: /(?:密钥|秘钥|令牌)\s*(?:是|为|[:=])\s*\S+/ },
  // A long run of letters of both cases and digits is nothing that a person says about themselves.
  { kind: "a key", pattern: /(?<![\w/.-])(?=[\w+=-]*\d)(?=[\w+=-]*[a-z])(?=[\w+=-]*[A-Z])[\w+=-]{28,}(?![\w/.-])/ },
  { kind: "a key", pattern: /(?<![\w-])(?=[a-f]*\d)[0-9a-f]{32,}(?![\w-])/i },
  {
    kind: "a password",
    pattern:
      /\b(?:password|passwort|passphrase|passcode|pass ?word|pwd|pin(?: ?code| number)?|cvv|cvc)\b(?:\s+\w+){0,4}?\s*(?:\bis\b|[:=])\s*\S+/i,
  },
  { kind: "a password", pattern: /(?:密码|口令|验证码|暗号)[^，。,.]{0,8}?(?:是|为|叫|[:=])\s*\S+/ },
  { kind: "an identity number", pattern: /(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])/ },
  {
    kind: "an identity number",
    pattern:
      /\b(?:social security|passport|national id|identity(?: card)?|id card|driver'?s licen[cs]e|tax id)\b(?:\s+(?:number|no\.?|code))?\s*(?:is\b|[:=#])\s*(?=\S*\d)\S+/i,
  },
  { kind: "an identity number", pattern: /(?:身份证|护照|社保|驾驶证|驾照)(?:号码|号|卡号)?\s*(?:是|为|[:=])?\s*[A-Z0-9]{6,}/i },
  { kind: "an identity number", pattern: /\b[A-CEGHJ-PR-TW-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]\b/ },
  { kind: "a bank account number", pattern: /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b/ },
];

function findNumberSecret(text: string): string | null {
  for (const [run] of text.matchAll(/\d(?:[ -]?[\dXx]){12,24}/g)) {
    const digits = run.replace(/[ -]/g, "").toUpperCase();
    if (isChineseIdentityNumber(digits)) return "an identity number";
    if (/^\d{13,19}$/.test(digits) && hasLuhnSum(digits)) return "a card number";
  }
  return null;
}

/** ISO/IEC 7812-1, annex B: every second digit from the right is doubled. */
export function hasLuhnSum(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** GB 11643-1999: 17 digits and a check character (ISO 7064, MOD 11-2). */
export function isChineseIdentityNumber(text: string): boolean {
  if (!/^\d{6}(?:18|19|20)\d{9}[\dX]$/.test(text)) return false;
  const sum = [...text.slice(0, 17)].reduce((total, digit, index) => total + Number(digit) * (2 ** (17 - index) % 11), 0);
  return "10X98765432"[sum % 11] === text[17];
}
