/** Between marks that are longer than any in the text. */
export function fence(text: string, language: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const mark = "`".repeat(longest + 1);
  return text === "" ? "" : `${mark}${language}\n${text}\n${mark}`;
}
