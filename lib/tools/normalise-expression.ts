/** An expression as people write it, in the notation of the library: × ÷ ， 。 √ ², percent words, thousands separators, a trailing "=?". */
export function normaliseExpression(text: string): string {
  return text
    .replace(/[²³]/g, (mark) => (mark === "²" ? "^2" : "^3"))
    .normalize("NFKC")
    .replace(/[×✕✖·⋅∙]/g, "*")
    .replace(/÷/g, "/")
    .replace(/[−–—]/g, "-")
    .replace(/。/g, ".")
    .replace(/[、]/g, ",")
    .replace(/\*\*/g, "^")
    .replace(/π/g, "pi")
    .replace(/√\s*(\d+(?:\.\d+)?|(?=\())/g, (_mark, number: string) => (number ? `sqrt(${number})` : "sqrt"))
    .replace(/°\s*([CF])\b/g, "deg$1")
    .replace(/\b(?:degrees? )?(celsius|fahrenheit)\b/gi, (_mark, scale: string) =>
      /^c/i.test(scale) ? "degC" : "degF",
    )
    .replace(/(\d)\s*([CF])\s+(to|in)\s+([CF])\b/g, "$1 deg$2 $3 deg$4")
    .replace(/\bmph\b/g, "mile/hour")
    .replace(/\bkm?ph\b/g, "km/hour")
    .replace(/°/g, " deg")
    .replace(/(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])(?![^(]*\))/g, (number) => number.replaceAll(",", ""))
    .replace(/(\d\s*(?:%|percent\b|per cent\b))\s*of\b/gi, "$1 *")
    .replace(/(\d)\s*(?:percent\b|per cent\b)/gi, "$1%")
    .replace(/^(?:what is|what's|calculate|compute|how much is)\s+/i, "")
    .replace(/\s*(?:=\s*\??|\?|？|等于多少|是多少)\s*$/u, "")
    .replace(/[\s,.;]+$/, "")
    .replace(/\bx\b(?=\s*\d)/gi, "*")
    .trim();
}
