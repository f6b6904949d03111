import { hasLuhnSum, hasVerhoeffSum, isMonthAndDay, sumWeighted } from "./check-digits";
import type { IdentityRule } from "./identity-rule";

export const asiaPacificRules: IdentityRule[] = [
  {
    name: "Chinese resident identity number",
    source: "GB 11643-1999: 17 digits and a check character, ISO 7064 MOD 11-2",
    written: /(?<!\d)\d{6}[ -]?(?:18|19|20)\d{2}[ -]?\d{4}[ -]?\d{3}[\dX](?!\d)/gi,
    shape: /(?<!\d)\d{15}(?:\d{2}[\dX])?(?!\d)/gi,
    words: /身份证|证件号|\bchinese id\b|\bresident identity\b/i,
    isValid: isChineseIdentityNumber,
  },
  {
    name: "Taiwanese identity number",
    source: "Ministry of the Interior, 國民身分證統一編號 and 外來人口統一證號",
    written: /\b[A-Z][1289]\d{8}\b/g,
    shape: /\b[A-Z][1289A-D]\d{8}\b/gi,
    words: /身[分份]證|統一編號|統一證號|\btaiwan(?:ese)? id\b/i,
    isValid: (text) => {
      const region = 10 + "ABCDEFGHJKLMNPQRSTUVXYWZIO".indexOf(text[0] ?? "");
      return (
        (Math.floor(region / 10) +
          sumWeighted(`${region % 10}${text.slice(1)}`, [9, 8, 7, 6, 5, 4, 3, 2, 1, 1])) %
          10 ===
        0
      );
    },
  },
  {
    name: "Hong Kong identity card number",
    source: "Immigration Department of Hong Kong, HKID check digit; modulus 11",
    written: /(?<![A-Z])[A-Z]{1,2}\d{6} ?\([\dA]\)/g,
    shape: /(?<![A-Z])[A-Z]{1,2}\d{6} ?\(?[\dA]\)?/gi,
    words: /\bhkid\b|香港身份證|香港身份证|\bhong kong (?:id|identity)\b/i,
    isValid: (text) => {
      const values = [...text.padStart(9, " ")].map((character) =>
        character === " " ? 36 : parseInt(character, 36),
      );
      return values.reduce((total, value, index) => total + value * (9 - index), 0) % 11 === 0;
    },
  },
  {
    name: "Indian Aadhaar number",
    source: "UIDAI, Aadhaar numbering scheme: Verhoeff",
    written: /(?<!\d[ -]?)[2-9]\d{3}([ -])\d{4}\1\d{4}(?![ -]?\d)/g,
    shape: /\b[2-9]\d{3}[ -]?\d{4}[ -]?\d{4}\b/g,
    words: /\baadha?ar\b|\buidai\b/i,
    isValid: hasVerhoeffSum,
  },
  {
    name: "Indian permanent account number",
    source: "Income Tax Department of India, Rule 114: the fourth letter says whose it is",
    written: /\b[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]\b/g,
    shape: /\b[A-Z]{5}\d{4}[A-Z]\b/gi,
    words: /\bPAN\b|\bpermanent account\b/,
  },
  {
    name: "South Korean resident registration number",
    source: "Resident Registration Act, enforcement rules: a check digit until October 2020",
    written: /(?<!\d)\d{6}-[1-8]\d{6}(?!\d)/g,
    shape: /(?<!\d)\d{6}[- ]?[1-8]\d{6}(?!\d)/g,
    words: /주민(?:등록)?번호|외국인등록번호|\bresident registration\b|\brrn\b/i,
    isValid: (text) => isMonthAndDay(text.slice(2, 4), text.slice(4, 6)),
  },
  {
    name: "Japanese My Number",
    source: "Ordinance 85 of 2014 of the Ministry of Internal Affairs: check digit, modulus 11",
    shape: /(?<!\d)\d{4}[ -]?\d{4}[ -]?\d{4}(?!\d)/g,
    words: /マイナンバー|個人番号|\bmynumber\b|\bMy Number\b/,
    isValid: (text) => {
      const rest = sumWeighted(text, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
      return (rest < 2 ? 0 : 11 - rest) === Number(text[11]);
    },
  },
  {
    name: "Singaporean NRIC or FIN",
    source: "Immigration & Checkpoints Authority; M series since 2022",
    written: /\b[STFGM]\d{7}[A-Z]\b/g,
    shape: /\b[STFGM]\d{7}[A-Z]\b/gi,
    words: /\bnric\b|\bfin\b/i,
    isValid: isSingaporeanNumber,
  },
  {
    name: "Malaysian MyKad number",
    source: "Jabatan Pendaftaran Negara: date of birth, place, serial",
    written: /(?<!\d)\d{6}-(?!00|17|18|19|20)\d{2}-\d{4}(?!\d)/g,
    shape: /(?<!\d)\d{6}-?\d{2}-?\d{4}(?!\d)/g,
    words: /\bmykad\b|\bkad pengenalan\b|\bic number\b|\bnric\b/i,
    isValid: (text) => isMonthAndDay(text.slice(2, 4), text.slice(4, 6)),
  },
  {
    name: "Thai identification number",
    source: "Department of Provincial Administration; modulus 11",
    written: /(?<!\d)\d-\d{4}-\d{5}-\d{2}-\d(?!\d)/g,
    shape: /(?<!\d)\d[- ]?\d{4}[- ]?\d{5}[- ]?\d{2}[- ]?\d(?!\d)/g,
    words: /\bthai (?:national )?id\b|เลขประจำตัวประชาชน|เลขบัตรประชาชน/i,
    isValid: (text) =>
      (11 - (sumWeighted(text, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === Number(text[12]),
  },
  {
    name: "Australian tax file number",
    source: "Australian Taxation Office; weights modulus 11",
    shape: /\b\d{3}[ -]?\d{3}[ -]?\d{2,3}\b/g,
    words: /\btfn\b|\btax file\b/i,
    isValid: (text) => /^\d{9}$/.test(text) && sumWeighted(text, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0,
  },
  {
    name: "Australian Medicare number",
    source: "Services Australia, Medicare card number; weights modulus 10",
    shape: /\b[2-6]\d{3}[ -]?\d{5}[ -]?\d(?:[ -]?\d)?\b/g,
    words: /\bmedicare\b/i,
    isValid: (text) =>
      /^[2-6]\d{9,10}$/.test(text) && sumWeighted(text, [1, 3, 7, 9, 1, 3, 7, 9]) % 10 === Number(text[8]),
  },
  {
    name: "New Zealand IRD number",
    source: "Inland Revenue, Resident Withholding Tax specification, IRD number check digit",
    shape: /\b\d{2,3}[ -]?\d{3}[ -]?\d{3}\b/g,
    words: /\bird\b/i,
  },
  {
    name: "South African identity number",
    source: "Department of Home Affairs, Identification Act: date of birth and Luhn",
    written: /(?<!\d)\d{6} ?\d{4} ?[01][89]\d(?!\d)/g,
    shape: /(?<!\d)\d{6} ?\d{4} ?[012]\d{2}(?!\d)/g,
    words: /\bsouth african id\b|\bsa id\b|\brsa id\b/i,
    isValid: (text) => isMonthAndDay(text.slice(2, 4), text.slice(4, 6)) && hasLuhnSum(text),
  },
  {
    name: "Israeli identity number",
    source: "Population and Immigration Authority; Luhn",
    shape: /\b\d{8}-?\d\b/g,
    words: /\bteudat zehut\b|תעודת זהות|מספר זהות/i,
    isValid: (text) => /^\d{9}$/.test(text) && hasLuhnSum(text),
  },
];

function isChineseIdentityNumber(text: string): boolean {
  if (!/^\d{6}(?:18|19|20)\d{9}[\dX]$/.test(text)) return false;
  const sum = [...text.slice(0, 17)].reduce(
    (total, digit, index) => total + Number(digit) * (2 ** (17 - index) % 11),
    0,
  );
  return "10X98765432"[sum % 11] === text[17];
}

const singaporeanLetters: Record<string, { start: number; letters: string }> = {
  S: { start: 0, letters: "JZIHGFEDCBA" },
  T: { start: 4, letters: "JZIHGFEDCBA" },
  F: { start: 0, letters: "XWUTRQPNMLK" },
  G: { start: 4, letters: "XWUTRQPNMLK" },
  M: { start: 3, letters: "XWUTRQPNJLK" },
};

function isSingaporeanNumber(text: string): boolean {
  const { start, letters } = singaporeanLetters[text[0] ?? ""] ?? { start: 0, letters: "" };
  const rest = (start + sumWeighted(text.slice(1), [2, 7, 6, 5, 4, 3, 2])) % 11;
  return letters[text.startsWith("M") ? 10 - rest : rest] === text[8];
}
