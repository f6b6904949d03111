import { hasLuhnSum, sumWeighted } from "./check-digits";
import type { IdentityRule } from "./identity-rule";

export const americanRules: IdentityRule[] = [
  {
    name: "US Social Security number",
    source: "Social Security Administration, POMS RM 10201.035",
    written: /(?<![\d-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])/g,
    shape: /(?<![\d-])\d{3}[- ]?\d{2}[- ]?\d{4}(?![\d-])/g,
    words: /\bsocial security\b|\bssn\b|\bmy social (?=is|:|number)|社会安全号|社安号/i,
  },
  {
    name: "US individual taxpayer number",
    source: "Internal Revenue Service, IRM 3.21.263: ITIN ranges",
    written: /(?<![\d-])9\d{2}-(?:5\d|6[0-5]|7\d|8[0-8]|9[0-2]|9[4-9])-\d{4}(?![\d-])/g,
    shape: /(?<![\d-])9\d{2}[- ]?\d{2}[- ]?\d{4}(?![\d-])/g,
    words: /\bitin\b|\btaxpayer\b/i,
  },
  {
    name: "Canadian social insurance number",
    source: "Employment and Social Development Canada, SIN Code of Practice: Luhn",
    shape: /\b\d{3}[- ]?\d{3}[- ]?\d{3}\b/g,
    words: /\bsocial insurance\b|\bSIN\b/,
    isValid: hasLuhnSum,
  },
  {
    name: "Brazilian CPF",
    source: "Receita Federal, Instrução Normativa RFB 2172/2024; modulus 11",
    written: /\b\d{3}\.\d{3}\.\d{3}-\d{2}\b/g,
    shape: /\b\d{3}\.?\d{3}\.?\d{3}-?\d{2}\b/g,
    words: /\bcpf\b/i,
    isValid: (text) => new Set(text).size > 1 && hasBrazilianDigits(text, [10, 9, 8, 7, 6, 5, 4, 3, 2]),
  },
  {
    name: "Brazilian CNPJ",
    source: "Receita Federal, Instrução Normativa RFB 2229/2024: letters count as their ASCII code less 48",
    written: /\b[A-Z\d]{2}\.[A-Z\d]{3}\.[A-Z\d]{3}\/[A-Z\d]{4}-\d{2}\b/g,
    shape: /\b[A-Z\d]{2}\.?[A-Z\d]{3}\.?[A-Z\d]{3}\/?[A-Z\d]{4}-?\d{2}\b/g,
    words: /\bcnpj\b/i,
    isValid: (text) => hasBrazilianDigits(text, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]),
  },
  {
    name: "Mexican CURP",
    source: "RENAPO, Instructivo normativo para la asignación de la CURP",
    written: /\b[A-Z][AEIOUX][A-Z]{2}\d{6}[HMX][A-Z]{2}[B-DF-HJ-NP-TV-Z]{3}[A-Z\d]\d\b/gi,
    shape: /\b[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z\d]\d\b/gi,
    words: /\bcurp\b/i,
  },
  {
    name: "Chilean RUT",
    source: "Servicio de Impuestos Internos, dígito verificador; modulus 11",
    written: /\b\d{1,2}\.\d{3}\.\d{3}-[\dK]\b/gi,
    shape: /\b\d{1,2}\.?\d{3}\.?\d{3}-?[\dK]\b/gi,
    words: /\brut\b/i,
    isValid: (text) => {
      const sum = [...text.slice(0, -1)]
        .reverse()
        .reduce((total, digit, index) => total + Number(digit) * (2 + (index % 6)), 0);
      return "0K987654321"[sum % 11] === text.at(-1);
    },
  },
  {
    name: "Argentine CUIT or CUIL",
    source: "ARCA, clave única de identificación tributaria; modulus 11",
    written: /\b(?:2[03467]|3[034])-\d{8}-\d\b/g,
    shape: /\b\d{2}-?\d{8}-?\d\b/g,
    words: /\bcui[tl]\b/i,
    isValid: (text) => sumWeighted(text, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  },
];

/** Both control digits, the second over the first; `weights` are those of the first. */
function hasBrazilianDigits(text: string, weights: readonly number[]): boolean {
  const values = [...text].map((character) => character.charCodeAt(0) - 48);
  const toDigit = (list: readonly number[]) => {
    const rest = list.reduce((total, weight, index) => total + weight * (values[index] ?? 0), 0) % 11;
    return rest < 2 ? 0 : 11 - rest;
  };
  const second = [weights.length === 9 ? 11 : 6, ...weights];
  return values[weights.length] === toDigit(weights) && values[weights.length + 1] === toDigit(second);
}
