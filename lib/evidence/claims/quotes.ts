/** What stands in quotation marks and is long enough to be somebody's words rather than a name. */
export function listQuotes(text: string): string[] {
  const found = text.matchAll(
    /“([^“”]{2,2000})”|「([^「」]{2,2000})」|『([^『』]{2,2000})』|"([^"]{2,2000})"/gu,
  );
  return [...found]
    .map((match) => (match[1] ?? match[2] ?? match[3] ?? match[4] ?? "").trim())
    .filter(isLong);
}

function isLong(quote: string): boolean {
  const han = quote.match(/\p{Script=Han}/gu)?.length ?? 0;
  return han > 0 ? han >= 6 && /[，。！？、；]|.{8}/u.test(quote) : quote.split(/\s+/).length >= 3;
}

/** Whether a source holds the words as they are; blanks, quotation marks, capitals at the start and the mark at the end may differ. `…` may leave out. */
export function holdsQuote(normalSource: string, quote: string): boolean {
  const pieces = quote
    .split(/\[?(?:…|\.\.\.)\]?/)
    .map((piece) => toComparableQuote(piece).replace(/^[\s,;，；]+|[\s.,;!?。，；！？]+$/g, ""));
  let from = 0;
  return pieces.every((piece) => {
    const at = piece === "" ? from : normalSource.indexOf(piece, from);
    from = at + piece.length;
    return at >= 0;
  });
}

export function toComparableQuote(text: string): string {
  return text
    .replace(/[“”„«»「」『』"]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[*_`]/g, "")
    .replace(/\s+/g, " ")
    .toLowerCase();
}
