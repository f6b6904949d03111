export const maxPromptNameCharacters = 40;
export const maxPromptCharacters = 8_000;
/** Of a person's own, and again of those that everybody has. */
export const maxPrompts = 100;
export const maxPromptVariables = 10;

/** What follows the slash in the composer: letters, digits, hyphens and underscores of any script. */
export const promptNameForm = /^[\p{L}\p{M}\p{N}_-]{1,40}$/u;

/** One name in two braces, on one line. */
const variable = /\{\{ {0,3}([^\s{}](?:[^{}\n]{0,38}[^\s{}])?) {0,3}\}\}/gu;

/** The names that stand in two braces, each once, in their order. */
export function listVariables(text: string): string[] {
  return [...new Set([...text.matchAll(variable)].flatMap(([, name]) => name ?? []))];
}

/** The text as it stands between its variables, and these, in their order. */
export function splitAtVariables(text: string): { text: string; name?: string }[] {
  const pieces: { text: string; name?: string }[] = [];
  let from = 0;
  for (const { 0: whole, 1: name = "", index } of text.matchAll(variable)) {
    pieces.push({ text: text.slice(from, index) }, { text: whole, name });
    from = index + whole.length;
  }
  return [...pieces, { text: text.slice(from) }];
}

/** A variable without a value stays as it stands. What is put in is not looked at again. */
export function fillVariables(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(variable, (whole: string, name: string) => values.get(name) ?? whole);
}
