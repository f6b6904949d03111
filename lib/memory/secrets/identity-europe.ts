import { hasLuhnSum, hasMod1110Sum, isMonthAndDay, remainderOf97, sumWeighted } from "./check-digits";
import type { IdentityRule } from "./identity-rule";

export const europeanRules: IdentityRule[] = [
  {
    name: "UK National Insurance number",
    source: "HMRC, National Insurance Manual NIM39110",
    written: /\b(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D]\b/g,
    shape: /\b[A-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]?\b/gi,
    words: /\bnational insurance\b|\bnino\b|\bni number\b/i,
  },
  {
    name: "UK NHS number",
    source: "NHS Data Dictionary, NHS NUMBER",
    shape: /\b\d{3}[ -]?\d{3}[ -]?\d{4}\b/g,
    words: /\bnhs\b/i,
    isValid: (text) =>
      /^\d{10}$/.test(text) &&
      (11 - (sumWeighted(text, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === Number(text[9]),
  },
  {
    name: "German tax identification number",
    source: "Bundeszentralamt für Steuern, § 139b AO; ISO/IEC 7064 MOD 11,10",
    shape: /\b[1-9]\d(?:[ .]?\d{3}){3}\b/g,
    words: /\bsteuer-?\s?(?:id|nummer|identifikationsnummer)|\bidnr\b|\btin\b|\bgerman tax\b/i,
    isValid: (text) =>
      /^[1-9]\d{10}$/.test(text) && new Set(text.slice(0, 10)).size < 10 && hasMod1110Sum(text),
  },
  {
    name: "German pension insurance number",
    source: "§ 147 SGB VI and § 2 VKVV",
    written: /\b\d{2} ?\d{6} ?[A-Z] ?\d{3}\b/g,
    shape: /\b\d{2} ?\d{6} ?[A-Z] ?\d{3}\b/gi,
    words: /\b(?:sozial|renten)?versicherungs-?nummer\b|\bsv-?nummer\b/i,
    isValid: isGermanPensionNumber,
  },
  {
    name: "French social security number",
    source: "INSEE, numéro d'inscription au répertoire (NIR)",
    written: /\b[1-478] ?\d{2} ?\d{2} ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2}\b/gi,
    shape: /\b[1-478] ?\d{2} ?\d{2} ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3}(?: ?\d{2})?\b/gi,
    words: /\bs[ée]curit[ée] sociale\b|\bnum[ée]ro de s[ée]cu|\bnir\b/i,
    isValid: isFrenchNumber,
  },
  {
    name: "Spanish DNI or NIE",
    source: "Ministerio del Interior, cálculo del dígito de control del NIF/NIE",
    written: /\b(?:\d{8}|[XYZ]-?\d{7})-?[A-HJ-NP-TV-Z]\b/g,
    shape: /\b(?:\d{8}|[XYZ]-?\d{7})-?[A-Z]?\b/gi,
    words: /\bdni\b|\bnie\b|\bnif\b/i,
    isValid: (text) => {
      const number = text.slice(0, 8).replace(/^[XYZ]/, (letter) => String("XYZ".indexOf(letter)));
      return "TRWAGMYFPDXBNJZSQVHLCKE"[Number(number) % 23] === text[8];
    },
  },
  {
    name: "Italian codice fiscale",
    source: "Agenzia delle Entrate, D.M. 23/12/1976",
    written: /\b[A-Z]{6}[\dL-NP-V]{2}[A-EHLMPR-T][\dL-NP-V]{2}[A-Z][\dL-NP-V]{3}[A-Z]\b/gi,
    shape: /\b[A-Z]{6}[\dL-NP-V]{2}[A-Z][\dL-NP-V]{2}[A-Z][\dL-NP-V]{3}[A-Z]\b/gi,
    words: /\bcodice fiscale\b/i,
    isValid: isItalianCode,
  },
  {
    name: "Dutch citizen service number",
    source: "Rijksdienst voor Identiteitsgegevens, Logisch Ontwerp BSN: 11-test",
    shape: /\b\d{3,4}[ .]?\d{2,3}[ .]?\d{3}\b/g,
    words: /\bbsn\b|\bburgerservice|\bsofi-?nummer/i,
    isValid: (text) => /^\d{9}$/.test(text) && sumWeighted(text, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0,
  },
  {
    name: "Swedish personal number",
    source: "Skatteverket, SKV 704: personnummer and samordningsnummer",
    written: /\b(?:19|20)?\d{6}[-+]\d{4}\b/g,
    shape: /\b(?:19|20)?\d{6}[-+ ]?\d{4}\b/g,
    words: /\bperson-?nummer\b|\bswedish personal\b|\bsamordningsnummer\b/i,
    isValid: (text) => {
      const short = text.replace("+", "").slice(-10);
      return isMonthAndDay(short.slice(2, 4), String(Number(short.slice(4, 6)) % 60)) && hasLuhnSum(short);
    },
  },
  {
    name: "Danish CPR number",
    source: "CPR-kontoret, Personnummeret i CPR: modulus 11 until 2007",
    written: /\b\d{6}-\d{4}\b/g,
    shape: /\b\d{6}[- ]?\d{4}\b/g,
    words: /\bcpr\b|\bpersonnummer\b/i,
    isValid: (text) =>
      /^\d{10}$/.test(text) &&
      isMonthAndDay(text.slice(2, 4), text.slice(0, 2)) &&
      sumWeighted(text, [4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  },
  {
    name: "Norwegian birth number",
    source: "Skatteetaten, fødselsnummer: two control digits",
    written: /(?<![+\d])\d{6} ?\d{5}\b/g,
    shape: /\b\d{6} ?\d{5}\b/g,
    words: /\bf[øo]dselsnummer\b/i,
    isValid: (text) =>
      isMonthAndDay(text.slice(2, 4), String(Number(text.slice(0, 2)) % 40)) &&
      sumWeighted(text, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) % 11 === 0 &&
      sumWeighted(text, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  },
  {
    name: "Finnish personal identity code",
    source: "Digital and Population Data Services Agency, henkilötunnus",
    written: /\b\d{6}[-+A-FU-Y]\d{3}[0-9A-FHJ-NPR-Y]\b/g,
    shape: /\b\d{6}[-+A-FU-Y]\d{3}[0-9A-Z]\b/gi,
    words: /\bhenkil[öo]tunnus\b|\bhetu\b/i,
    isValid: (text) => {
      const digits = text.slice(0, 6) + text.slice(-4, -1);
      return (
        isMonthAndDay(text.slice(2, 4), text.slice(0, 2)) &&
        "0123456789ABCDEFHJKLMNPRSTUVWXY"[Number(digits) % 31] === text.at(-1)
      );
    },
  },
  {
    name: "Belgian national number",
    source: "Royal decree of 3 April 1984; modulo 97",
    written: /\b\d{2}\.\d{2}\.\d{2}-\d{3}\.\d{2}\b/g,
    shape: /\b\d{2}\.?\d{2}\.?\d{2}[- ]?\d{3}\.?\d{2}\b/g,
    words: /\brijksregister|\bregistre national\b|\bnuméro national\b/i,
    isValid: (text) =>
      [text.slice(0, 9), `2${text.slice(0, 9)}`].some(
        (number) => 97 - (Number(number) % 97) === Number(text.slice(9)),
      ),
  },
  {
    name: "Swiss AHV number",
    source: "Central Compensation Office, AHVN13: EAN-13 with 756",
    written: /\b756[. ]?\d{4}[. ]?\d{4}[. ]?\d{2}\b/g,
    shape: /\b756[. ]?\d{4}[. ]?\d{4}[. ]?\d{2}\b/g,
    words: /\bahv\b|\bavs\b/i,
    isValid: (text) => sumWeighted(text, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0,
  },
  {
    name: "Polish PESEL",
    source: "gov.pl, Czym jest numer PESEL",
    shape: /\b\d{11}\b/g,
    words: /\bpesel\b/i,
    isValid: (text) =>
      isMonthAndDay(String(Number(text.slice(2, 4)) % 20), text.slice(4, 6)) &&
      sumWeighted(text, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0,
  },
  {
    name: "Czech or Slovak birth number",
    source: "Act 133/2000 Coll., § 13: divisible by 11",
    written: /\b\d{6}\/\d{4}\b/g,
    shape: /\b\d{6}\/?\d{3,4}\b/g,
    words: /\brodn[éeý]h?o? ?[čc][íi]slo/i,
    isValid: (text) =>
      isMonthAndDay(String((Number(text.slice(2, 4)) % 50) % 20), text.slice(4, 6)) &&
      Number(text) % 11 === 0,
  },
  {
    name: "Irish PPS number",
    source: "Department of Social Protection, PPSN check character",
    shape: /\b\d{7}[A-W][A-IW]?\b/gi,
    words: /\bpps\b|\bppsn\b/i,
    isValid: (text) => {
      const extra = "WABCDEFGHI".indexOf(text[8] ?? "W") * 9;
      return "WABCDEFGHIJKLMNOPQRSTUV"[(sumWeighted(text, [8, 7, 6, 5, 4, 3, 2]) + extra) % 23] === text[7];
    },
  },
  {
    name: "Russian SNILS",
    source: "Social Fund of Russia, SNILS control number",
    written: /\b\d{3}-\d{3}-\d{3}[ -]\d{2}\b/g,
    shape: /\b\d{3}[- ]?\d{3}[- ]?\d{3}[ -]?\d{2}\b/g,
    words: /снилс|\bsnils\b/i,
    isValid: (text) => (sumWeighted(text, [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101) % 100 === Number(text.slice(9)),
  },
];

function isGermanPensionNumber(text: string): boolean {
  const letter = String(text.charCodeAt(8) - 64).padStart(2, "0");
  const digits = text.slice(0, 8) + letter + text.slice(9, 11);
  const sum = [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1].reduce((total, weight, index) => {
    const product = weight * Number(digits[index]);
    return total + Math.floor(product / 10) + (product % 10);
  }, 0);
  return (
    isMonthAndDay(text.slice(4, 6), String(Number(text.slice(2, 4)) % 50)) && sum % 10 === Number(text[11])
  );
}

/** Two more ways of counting months stand for unknown ones; Corsica's departments count as 19 and 18. */
function isFrenchNumber(text: string): boolean {
  const month = Number(text.slice(3, 5));
  const number = text.slice(0, 13).replace("2A", "19").replace("2B", "18");
  return (
    ((month >= 1 && month <= 12) || (month >= 20 && month <= 42) || month >= 50) &&
    97 - remainderOf97(number) === Number(text.slice(13))
  );
}

const italianOdd = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
];

function isItalianCode(text: string): boolean {
  const sum = [...text.slice(0, 15)].reduce((total, character, index) => {
    const value = /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 65;
    return total + (index % 2 === 0 ? (italianOdd[value] ?? 0) : value);
  }, 0);
  return text.charCodeAt(15) - 65 === sum % 26;
}
