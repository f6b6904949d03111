/** Whether a text holds a key by its form, as the issuers document it and secret scanners look for it. */
export function hasKey(text: string): boolean {
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
