import { renderToStaticMarkup } from "react-dom/server";
import { defaultRemarkPlugins, parseMarkdownIntoBlocks, Streamdown } from "streamdown";
import { toMathMarkdown } from "./to-math-markdown";

/** What a page may be held up at a time: it draws a block, and sees to other things before the next one. */
const mostMs = 250;
/** An answer of 40,000 characters with tables and lists has some 4,500 elements. */
const mostElements = 8_000;
const deepest = 100;
const mostFormulas = 400;
const mostFormulaCharacters = 10_000;
/** What runs first is compiled, and other programs want the processor: the shortest time counts. */
const attempts = 3;
const remarkPlugins = Object.values(defaultRemarkPlugins);

/**
 * Whether a text of Markdown can be drawn without holding up a page, found by drawing it here: what is
 * quadratic, too many or too deep in it differs from library to library. It may take as long as that takes.
 */
export function isLight(text: string, now = () => performance.now()): boolean {
  const markdown = toMathMarkdown(text);
  const formulas = markdown.split("$$").filter((_piece, index) => index % 2 === 1);
  if (formulas.length > mostFormulas || formulas.join("").length > mostFormulaCharacters) return false;
  const inTime = <RESULT,>(work: () => RESULT): RESULT | null => {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const begun = now();
      const result = work();
      if (now() - begun <= mostMs) return result;
    }
    return null;
  };
  let room = mostElements - text.split(/\[\d/).length;
  if (room < 0) return false;
  try {
    for (const block of inTime(() => parseMarkdownIntoBlocks(markdown)) ?? [null]) {
      const html = block === null ? null : inTime(() => draw(block));
      room -= html?.split("</").length ?? Infinity;
      if (html === null || room < 0 || isTooDeep(html)) return false;
    }
    return true;
  } catch {
    // Nested so deeply that no stack holds it.
    return false;
  }
}

const draw = (block: string): string =>
  renderToStaticMarkup(
    <Streamdown
      mode="static"
      parseMarkdownIntoBlocksFn={(one) => [one]}
      remarkPlugins={remarkPlugins}
      rehypePlugins={[]}
      components={{ pre: "pre" }}
    >
      {block}
    </Streamdown>,
  );

/** Of elements that nest; in the text itself each `<` is written as an entity. */
const nesting = /<(\/?)(?:blockquote|ul|ol|em|strong|del|span)\b/g;

function isTooDeep(html: string): boolean {
  let depth = 0;
  for (const [, end] of html.matchAll(nesting)) {
    depth += end === "/" ? -1 : 1;
    if (depth > deepest) return true;
  }
  return false;
}
