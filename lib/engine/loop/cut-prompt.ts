const block = 1024;

/**
 * The window to which a server has cut what it was sent without a word, `null` where nothing shows that: what
 * it says to have read is exactly a window's size and no more than was sent, or near below one and far less.
 * Other small counts are what a cache left to be read.
 */
export function findCutWindow(readTokens: number, sentTokens: number): number | null {
  const window = Math.ceil(readTokens / block) * block;
  if (window === 0 || readTokens > sentTokens) return null;
  if (window - readTokens <= 1) return window;
  const isUsual = Number.isInteger(Math.log2(window / block));
  return isUsual && readTokens >= window * 0.99 && sentTokens >= readTokens * 1.5 ? window : null;
}
