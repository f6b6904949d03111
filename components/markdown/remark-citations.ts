import { markSigns } from "@/lib/client/cited-marks";

/** As much of a Markdown tree as is needed here. */
type MarkdownNode = { type: string; value?: string; url?: string; children?: MarkdownNode[] };

export const citationPrefix = "#source-";

const key = `${markSigns.open}(\\d+\\.\\d+)${markSigns.close}`;
const citation = new RegExp(`\\[(\\d{1,4}(?:\\s*[,，、;]\\s*\\d{1,4})*)\\](?:${key})?|${key}`, "g");
const closed = new Set(["link", "linkReference", "code", "inlineCode", "math", "inlineMath"]);

/** Turns the numbers in brackets that a model cites with into links that our link component draws: `#source-2`, or `#source-2/0.3` with a mark's key. */
export function remarkCitations() {
  return (tree: MarkdownNode): void => linkCitations(tree);
}

/** What such a link says. */
export function readCitation(href: string): { number: number; markKey: string | undefined } {
  const [number, markKey] = href.slice(citationPrefix.length).split("/");
  return { number: Number(number), markKey };
}

function linkCitations(node: MarkdownNode): void {
  if (!node.children) return;
  const isClosed = closed.has(node.type);
  node.children = node.children.flatMap((child) =>
    child.type === "text" ? splitText(child, isClosed) : [child],
  );
  node.children.forEach(linkCitations);
}

/** In a link numbers stay text; the keys go everywhere. */
function splitText(node: MarkdownNode, isClosed: boolean): MarkdownNode[] {
  const text = node.value ?? "";
  const nodes: MarkdownNode[] = [];
  let from = 0;
  for (const match of text.matchAll(citation)) {
    const [whole, numbers, markKey] = match;
    // `[0, 1]` is an interval.
    const isText = isClosed || numbers?.split(/\D+/).includes("0") === true;
    const kept = isText && numbers !== undefined ? `[${numbers}]` : "";
    nodes.push({ type: "text", value: text.slice(from, match.index) + kept });
    from = match.index + whole.length;
    if (isText || numbers === undefined) continue;
    for (const number of numbers.split(/\D+/)) {
      const url = `${citationPrefix}${number}${markKey === undefined ? "" : `/${markKey}`}`;
      nodes.push({ type: "link", url, children: [{ type: "text", value: number }] });
    }
  }
  if (from === 0) return [node];
  return [...nodes, { type: "text", value: text.slice(from) }].filter(({ value }) => value !== "");
}
