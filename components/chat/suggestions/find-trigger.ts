/** What is being looked for while a text is written: `from` and `to` are what a choice takes the place of. */
export type Trigger = { kind: "prompt" | "mention"; query: string; from: number; to: number };

/** A slash begins the text, an at sign a word; both end before the next space. */
const longestQuery = 60;

/** What stands before the caret asks for a list; `null` where it does not. */
export function findTrigger(text: string, caret: number): Trigger | null {
  const before = text.slice(Math.max(0, caret - longestQuery), caret);
  const word = before.slice(before.search(/\S*$/));
  const start = caret - word.length;
  if (word.startsWith("/") && start === 0)
    return { kind: "prompt", query: word.slice(1), from: 0, to: caret };
  const at = word.lastIndexOf("@");
  if (at === -1 || isInAddress(word[at - 1])) return null;
  return { kind: "mention", query: word.slice(at + 1), from: start + at, to: caret };
}

/** As in the address of a mailbox. Scripts without spaces may write it right behind a word. */
function isInAddress(before: string | undefined): boolean {
  return before !== undefined && /[\w.+@-]/.test(before);
}
