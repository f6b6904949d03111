import type { PastedRange } from "@/lib/protocol/chat-message";

/** Where pasted texts stand in a text, line by line where they were changed since. */
export function findPasted(text: string, pasted: readonly string[]): PastedRange[] {
  return pasted.flatMap((piece) => {
    const plain = piece.replace(/\r\n?/g, "\n").trim();
    const whole = findAll(text, plain);
    return whole.length > 0 ? whole : plain.split("\n").flatMap((line) => findAll(text, line.trim()));
  });
}

function findAll(text: string, piece: string): PastedRange[] {
  const found: PastedRange[] = [];
  if (piece === "") return found;
  for (let start = text.indexOf(piece); start >= 0; start = text.indexOf(piece, start + piece.length))
    found.push({ start, end: start + piece.length });
  return found.slice(0, mostPlaces);
}

const mostPlaces = 20;
