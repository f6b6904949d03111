import { renderToStaticMarkup } from "react-dom/server";
import { defaultRemarkPlugins, Streamdown } from "streamdown";
import { toMathMarkdown } from "./to-math-markdown";

/** What a page may be held up by one text. */
const mostMs = 500;
/** An answer of 40,000 characters with tables and lists has some 3,000 elements. */
const mostElements = 8_000;
const deepest = 100;
const mostFormulas = 400;
const mostFormulaCharacters = 10_000;
const remarkPlugins = Object.values(defaultRemarkPlugins);

/**
 * Whether a text of Markdown can be drawn without holding up a page, found by drawing it here: what is
 * quadratic, too many or too deep in it differs from library to library. It may take as long as that takes.
 */
export function isLight(text: string): boolean {
  const begun = performance.now();
  const markdown = toMathMarkdown(text);
  const formulas = markdown.split("$$").filter((_piece, index) => index % 2 === 1);
  if (formulas.length > mostFormulas || formulas.join("").length > mostFormulaCharacters) return false;
  try {
    const html = renderToStaticMarkup(
      <Streamdown mode="static" remarkPlugins={remarkPlugins} rehypePlugins={[]} components={{ pre: "pre" }}>
        {markdown}
      </Streamdown>,
    );
    const citations = text.split(/\[\d/).length;
    return hasRoom(html, citations) && performance.now() - begun < mostMs;
  } catch {
    // Nested so deeply that no stack holds it.
    return false;
  }
}

/** Of elements that nest; in the text itself each `<` is written as an entity. */
const nesting = /<(\/?)(?:blockquote|ul|ol|em|strong|del|span)\b/g;

function hasRoom(html: string, more: number): boolean {
  if (html.split("</").length + more > mostElements) return false;
  let depth = 0;
  for (const [, end] of html.matchAll(nesting)) {
    depth += end === "/" ? -1 : 1;
    if (depth > deepest) return false;
  }
  return true;
}
