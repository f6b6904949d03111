/** As much of a Markdown tree as is needed here. */
type Point = { offset?: number };
type MarkdownNode = {
  type: string;
  value?: string;
  children?: MarkdownNode[];
  position?: { start: Point; end: Point };
  data?: { hName: string; hProperties?: Record<string, string> };
};

/** Places in the source of the Markdown, in UTF-16 units. */
export type MarkedSpan = { start: number; end: number };

/** Draws what stands between two places of the source as marked, whatever it consists of. */
export function remarkPassage(span: MarkedSpan) {
  return (tree: MarkdownNode): void => markChildren(tree, span);
}

const inline = new Set(["text", "inlineCode"]);
const block = new Set(["code"]);

function markChildren(node: MarkdownNode, span: MarkedSpan): void {
  if (!node.children) return;
  node.children = node.children.flatMap((child) => {
    const place = readPlace(child);
    if (place === null || place.end <= span.start || span.end <= place.start) return [child];
    if (inline.has(child.type)) return markInline(child, place, span);
    if (block.has(child.type))
      return [
        {
          type: "passage",
          data: { hName: "div", hProperties: { className: "marked-block" } },
          children: [child],
        },
      ];
    markChildren(child, span);
    return [child];
  });
}

/** Where the text stands in the source as it is, it is cut exactly; with escapes in it, it is marked whole. */
function markInline(node: MarkdownNode, place: MarkedSpan, span: MarkedSpan): MarkdownNode[] {
  const value = node.value ?? "";
  if (node.type !== "text" || value.length !== place.end - place.start) return [toMark([node])];
  const [from, to] = [Math.max(0, span.start - place.start), Math.min(value.length, span.end - place.start)];
  const marked = toMark([{ type: "text", value: value.slice(from, to) }]);
  return [
    { type: "text", value: value.slice(0, from) },
    marked,
    { type: "text", value: value.slice(to) },
  ].filter((part) => part.value !== "");
}

function toMark(children: MarkdownNode[]): MarkdownNode {
  return { type: "emphasis", data: { hName: "mark" }, children };
}

function readPlace({ position }: MarkdownNode): MarkedSpan | null {
  const [start, end] = [position?.start.offset, position?.end.offset];
  return start === undefined || end === undefined ? null : { start, end };
}
