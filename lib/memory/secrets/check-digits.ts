/** ISO/IEC 7812-1, annex B: every second digit from the right is doubled. */
export function hasLuhnSum(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Each digit times its weight; a digit without a weight counts nothing. */
export function sumWeighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((total, weight, index) => total + weight * Number(digits[index] ?? 0), 0);
}

/** J. Verhoeff, “Error detecting decimal codes”, 1969: the dihedral group of order ten. */
export function hasVerhoeffSum(digits: string): boolean {
  const check = [...digits]
    .reverse()
    .reduce((before, digit, index) => multiply(before, permute(Number(digit), index % 8)), 0);
  return check === 0;
}

function multiply(a: number, b: number): number {
  if (a < 5) return b < 5 ? (a + b) % 5 : ((a + b) % 5) + 5;
  return b < 5 ? ((a - b) % 5) + 5 : (a - b + 5) % 5;
}

const permutation = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];

function permute(digit: number, times: number): number {
  return times === 0 ? digit : permute(permutation[digit] ?? 0, times - 1);
}

/** ISO/IEC 7064, MOD 11,10: the last digit checks the ones before it. */
export function hasMod1110Sum(digits: string): boolean {
  const product = [...digits.slice(0, -1)].reduce((before, digit) => {
    const sum = (before + Number(digit)) % 10;
    return ((sum === 0 ? 10 : sum) * 2) % 11;
  }, 10);
  return (11 - product) % 10 === Number(digits.at(-1));
}

/** ISO/IEC 7064, MOD 97-10 over digits and letters, A being 10. */
export function remainderOf97(text: string): number {
  return [...text].reduce((before, character) => {
    const value = parseInt(character, 36);
    return (before * (value > 9 ? 100 : 10) + value) % 97;
  }, 0);
}

/** Whether two digits of a month and two of a day can be ones. */
export function isMonthAndDay(month: string, day: string): boolean {
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;
}
