/** What was typed, by the field's name. */
export type Values = (name: string) => string;
export type FieldErrors = Record<string, string>;

/** It counts characters, and the page hands it down, so that no schema has to come to the browser. */
export type PasswordLength = { min: number; max: number };

/** What a page says about a field that was left empty or cannot be. */
export type FieldWords = { required: string; email: string; length: string };

/** Something has to be there, an address, a new password, or whatever a form asks for itself. */
export type FieldRule = "text" | "email" | PasswordLength | ((value: string) => string | null);

/** What is wrong with the named fields, in their order. */
export function checkFields(
  rules: Record<string, FieldRule>,
  values: Values,
  words: FieldWords,
): FieldErrors {
  const found = Object.entries(rules).map(
    ([name, rule]) => [name, findError(rule, values(name), words)] as const,
  );
  return Object.fromEntries(found.flatMap(([name, error]) => (error === null ? [] : [[name, error]])));
}

/** Only what is plainly none is refused here: the server knows better what an address is. */
const address = /^[^\s@]+@[^\s@]+$/;

function findError(rule: FieldRule, value: string, words: FieldWords): string | null {
  if (typeof rule === "function") return rule(value);
  if (value.trim() === "") return words.required;
  if (rule === "text") return null;
  if (rule === "email") return address.test(value.trim()) ? null : words.email;
  return isWithin(value, rule) ? null : words.length;
}

export function isWithin(password: string, { min, max }: PasswordLength): boolean {
  return password.length >= min && password.length <= max;
}
