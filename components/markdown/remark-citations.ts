/** As much of a Markdown tree as is needed here. */
type MarkdownNode = { type: string; value?: string; url?: string; children?: MarkdownNode[] };

export const citationPrefix = "#source-";

const citation = /\[(\d{1,4}(?:\s*[,，、;]\s*\d{1,4})*)\]/g;
const closed = new Set(["link", "linkReference", "code", "inlineCode", "math", "inlineMath"]);

/** Turns the numbers in brackets that a model cites with into links that our link component draws. */
export function remarkCitations() {
  return (tree: MarkdownNode): void => linkCitations(tree);
}

function linkCitations(node: MarkdownNode): void {
  if (!node.children || closed.has(node.type)) return;
  node.children = node.children.flatMap((child) => (child.type === "text" ? splitText(child) : [child]));
  node.children.forEach(linkCitations);
}

function splitText(node: MarkdownNode): MarkdownNode[] {
  const text = node.value ?? "";
  const nodes: MarkdownNode[] = [];
  let from = 0;
  for (const match of text.matchAll(citation)) {
    if (match.index > from) nodes.push({ type: "text", value: text.slice(from, match.index) });
    for (const number of (match[1] ?? "").split(/\D+/)) {
      nodes.push({ type: "link", url: citationPrefix + number, children: [{ type: "text", value: number }] });
    }
    from = match.index + match[0].length;
  }
  if (from === 0) return [node];
  return from < text.length ? [...nodes, { type: "text", value: text.slice(from) }] : nodes;
}
