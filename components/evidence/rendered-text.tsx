"use client";

import { useTranslations } from "next-intl";
import Link from "next/link";
import { memo, type ComponentProps } from "react";
import { defaultRemarkPlugins, Streamdown, type Components, type ExtraProps } from "streamdown";
import { DrawnText } from "@/components/markdown/drawn-text";
import { plainElements } from "@/components/markdown/plain-elements";
import { WebLink } from "@/components/markdown/web-link";
import { isHandbookPath } from "@/lib/client/document-address";
import { scrollable } from "@/components/ui/scrollable";

const levels = [1, 2, 3, 4, 5, 6] as const;

/** Plain elements, drawn by our style sheet. A page's own pictures and forms stay away. */
const components: Components = {
  ...plainElements,
  mark: "mark",
  pre: PlainCode,
  table: PlainTable,
  a: PlainLink,
  img: NamedPicture,
  input: () => null,
};

/** Below the heading of the panel and that of the source, from whichever level what is shown begins with. */
const componentsByFirstLevel = levels.map((first): Components => {
  const headings = levels.map((level) => [`h${level}`, `h${Math.min(6, Math.max(4, level - first + 4))}`]);
  return { ...components, ...Object.fromEntries(headings) };
});

const defaults = Object.values(defaultRemarkPlugins);
const rehypePlugins: [] = [];

type MarkedTextProps = { text: string; passage: MarkedSpan | null };
type RenderedTextProps = MarkedTextProps & { onDraw?: (() => void) | undefined };

/** A page's text, as safe Markdown once it is drawn. `onDraw`: its passage is there. */
export function RenderedText({ text, passage, onDraw }: RenderedTextProps) {
  return (
    <DrawnText text={text} plain={passage === null ? text : toMarkedWords(text, passage)} onDraw={onDraw}>
      {(drawn) => <MarkedText text={drawn} passage={passage} />}
    </DrawnText>
  );
}

function toMarkedWords(text: string, span: MarkedSpan) {
  const [start, end] = [Math.max(0, span.start), Math.max(0, span.end)];
  return (
    <>
      {text.slice(0, start)}
      <mark>{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  );
}

/** With a passage marked. Nothing is fetched, raw HTML is not read as such. */
export const MarkedText = memo(
  function MarkedText({ text, passage }: MarkedTextProps) {
    const remarkPlugins =
      passage === null
        ? defaults
        : [...defaults, [remarkPassage, passage] as [typeof remarkPassage, MarkedSpan]];
    return (
      <Streamdown
        mode="static"
        components={componentsByFirstLevel[findFirstLevel(text) - 1] ?? components}
        remarkPlugins={remarkPlugins}
        rehypePlugins={rehypePlugins}
      >
        {text}
      </Streamdown>
    );
  },
  (a, b) => a.text === b.text && a.passage?.start === b.passage?.start && a.passage?.end === b.passage?.end,
);

function findFirstLevel(text: string): number {
  return /^ {0,3}(#{1,6}) /m.exec(text)?.[1]?.length ?? 1;
}

function PlainCode({ children }: ComponentProps<"pre"> & ExtraProps) {
  return <pre {...scrollable}>{children}</pre>;
}

function PlainTable({ children }: ComponentProps<"table"> & ExtraProps) {
  return (
    <div className="overflow-x-auto" {...scrollable}>
      <table>{children}</table>
    </div>
  );
}

function PlainLink({ href, children }: ComponentProps<"a"> & ExtraProps) {
  if (href !== undefined && isHandbookPath(href))
    return (
      <Link href={href} prefetch={false}>
        {children}
      </Link>
    );
  if (href === undefined || !/^https?:\/\//i.test(href) || !URL.canParse(href))
    return <span>{children}</span>;
  return <WebLink href={href}>{children}</WebLink>;
}

function NamedPicture({ alt = "" }: ComponentProps<"img"> & ExtraProps) {
  const t = useTranslations("evidence.text");
  return <span className="text-quiet">[{alt === "" ? t("picture") : alt}]</span>;
}

/** As much of a Markdown tree as is needed here. */
type TextPoint = { offset?: number };
type MarkdownNode = {
  type: string;
  value?: string;
  children?: MarkdownNode[];
  position?: { start: TextPoint; end: TextPoint };
  data?: { hName: string; hProperties?: Record<string, string> };
};

/** Places in the source of the Markdown, in UTF-16 units. */
type MarkedSpan = { start: number; end: number };

/** Draws what stands between two places of the source as marked, whatever it consists of. */
function remarkPassage(span: MarkedSpan) {
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

/** Text that is the same in the source is cut exactly; text with escapes is marked as a whole. */
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
