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

type Validate = (value: string) => { isValid: boolean };
/** How a country writes its numbers. */
type Form = { written: string; validate: Validate };

/** Whether a text holds a national identity number: written as a country writes it, with valid check digits. */
export function hasIdentityNumber(text: string): boolean {
  return forms.some(({ written, validate }) => {
    const runs = text.matchAll(new RegExp(`(?<![\\p{L}\\d])(?:${written})(?![\\p{L}\\d])`, "giu"));
    return [...runs].some(([run]) => validate(run.toUpperCase()).isValid);
  });
}

/**
 * Single files of the library: as a whole it takes 160 ms to load. Numbers with one check digit count only in the
 * groups in which they are written, for one of ten other numbers passes their check.
 */
const forms: readonly Form[] = [
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
