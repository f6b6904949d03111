const shortest = 5;
const longWord = 9;

/**
 * Whether `word` may be `other` mistyped: one slip for words of 5 to 8 letters, two for longer ones, the first letter right. A slip is
 * a letter too many, too few, a wrong one, or two neighbours that changed places (Damerau, 1964). Numbers and short words are never near.
 */
export function isNearWord(word: string, other: string): boolean {
  const most = word.length < longWord ? 1 : 2;
  if (
    word.length < shortest ||
    other.length < shortest - 1 ||
    word[0] !== other[0] ||
    Math.abs(word.length - other.length) > most
  )
    return false;
  return !/[^\p{L}\p{M}]/u.test(word) && countSlips(word, other, most) <= most;
}

/** The slips between two words, or more than `most`. */
function countSlips(a: string, b: string, most: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const change = (last[column - 1] ?? 0) + Number(a[row - 1] !== b[column - 1]);
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swap = isSwap ? (beforeLast[column - 2] ?? 0) + 1 : Infinity;
      current.push(Math.min(change, swap, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    if (Math.min(...current) > most) return most + 1;
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? most + 1;
}
