import type { FieldErrors, Values } from "./submit-form";

/** How many characters a password may have; handed down by the page, so that no schema has to come to the browser. */
export type PasswordLength = { min: number; max: number };

/** What a page says about a field that was left empty or cannot be. */
export type FieldWords = { required: string; email: string; length: string };

export type FieldRule = "text" | "email" | "password" | PasswordLength;

/** What is wrong with the named fields, in the order in which they stand. */
export function checkFields(rules: Record<string, FieldRule>, values: Values, words: FieldWords): FieldErrors {
  const found = Object.entries(rules).map(([name, rule]) => [name, findError(rule, values(name), words)] as const);
  return Object.fromEntries(found.flatMap(([name, error]) => (error === null ? [] : [[name, error]])));
}

/** Only what is plainly none is refused here: the server knows better what an address is. */
const address = /^[^\s@]+@[^\s@]+$/;

function findError(rule: FieldRule, value: string, words: FieldWords): string | null {
  if (value.trim() === "") return words.required;
  if (rule === "email") return address.test(value.trim()) ? null : words.email;
  if (typeof rule === "string") return null;
  return isWithin(value, rule) ? null : words.length;
}

export function isWithin(password: string, { min, max }: PasswordLength): boolean {
  return password.length >= min && password.length <= max;
}
