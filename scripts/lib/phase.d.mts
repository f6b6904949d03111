export function runPhase(
  words: { doing: string; done: string; failed: string },
  start: (onOutput: (chunk: string) => void) => Promise<number>,
  options?: { out?: { isTTY?: boolean; write: (text: string) => boolean } },
): Promise<void>;
