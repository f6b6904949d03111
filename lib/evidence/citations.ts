/** The source numbers that a text cites as `[1]`, `[2][3]` or `[1, 2]`, in the order of first use; code and links are left out. */
export function findCitedNumbers(text: string): number[] {
  const marks = removeCode(text).matchAll(/\[(\d{1,4}(?:\s*[,，、]\s*\d{1,4})*)\](?!\(|:\s*<?https?:)/g);
  const numbers = [...marks].flatMap((mark) => (mark[1] ?? "").split(/[,，、]/).map(Number));
  return [...new Set(numbers)].filter((number) => number > 0);
}

function removeCode(text: string): string {
  return text
    .replace(/^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|(?![\s\S]))/gm, " ")
    .replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, " ");
}
