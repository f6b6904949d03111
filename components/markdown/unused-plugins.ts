/**
 * Stands in for packages, half of its size, that the Markdown library imports and we do not use: HTML in an
 * answer is shown as text, so nothing parses, cleans or checks it, and our sheet draws what it makes.
 */
export default function refuse(): never {
  throw new Error(
    "HTML in an answer is not parsed: `rehypePlugins` must be given, without those of the library.",
  );
}

export const harden = refuse;
export const defaultSchema = {};

/** The library's own classes, which do not contradict each other. */
export function twMerge(...classes: unknown[]): string {
  return classes.filter((name) => typeof name === "string" && name !== "").join(" ");
}
