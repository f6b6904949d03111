/** What a UTF-16 unit is to the reader of signs. */
export const kinds = {
  other: 0,
  word: 1,
  han: 2,
  unseen: 3,
  inWord: 4,
  newline: 5,
  stop: 6,
  quote: 7,
  tick: 8,
  blank: 9,
  low: 10,
} as const;
export type Kind = (typeof kinds)[keyof typeof kinds];

export function getKind(text: string, at: number): Kind {
  return (table[text.charCodeAt(at)] ?? kinds.other) as Kind;
}

const table = new Uint8Array(0x10000);

function mark(kind: Kind, pattern: RegExp): void {
  for (let code = 0; code < 0x10000; code += 1)
    if (pattern.test(String.fromCharCode(code))) table[code] = kind;
}

mark(kinds.word, /[\p{L}\p{M}\p{N}_@$\u{d835}]/u);
mark(kinds.han, /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u);
// A backslash, too: Markdown puts it before what would be a mark.
mark(
  kinds.unseen,
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\\\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]/,
);
mark(kinds.inWord, /['’*]/);
mark(kinds.blank, /[ \t\u00a0\u2000-\u200a\u3000]/);
mark(kinds.newline, /[\n\r\u2028\u2029]/);
mark(kinds.stop, /[.!?…。！？;；]/);
mark(kinds.quote, /["“”„«»「」『』]/);
mark(kinds.tick, /`/);
mark(kinds.low, /[\udc00-\udfff]/);
// The high half of the mathematical letters; other pairs are no letters to us.
table[0xd835] = kinds.word;
