"use client";

import { createElement, memo, useContext, useState, type ComponentProps } from "react";
import {
  defaultRemarkPlugins,
  Streamdown,
  Block,
  detectTextDirection,
  parseMarkdownIntoBlocks,
  type Components,
  type ExtraProps,
  type BlockProps,
} from "streamdown";
import { useTranslations } from "next-intl";
import { figureSigns, writeMarkKeys, type MarkKey } from "@/lib/client/message/cited-marks";
import { numberList } from "@/lib/features/evidence/shape/citation-place";
import { markSigns } from "@/lib/features/evidence/shape/citation-marks";
import { AnswerTable } from "./answer-table";
import { CodeBlock } from "./code-block";
import { plainElements } from "./plain-elements";
import { SafeImage } from "./safe-image";
import { createMathConverter } from "./to-math-markdown";
import { Citations } from "./citation";
import { AnswerContext, type CitedAnswer } from "./evidence-context";
import { WebLink } from "./web-link";
import { Undrawn } from "./undrawn";
import { useMathPlugin } from "./use-math-plugin";

const components: Components = {
  ...plainElements,
  pre: CodeBlock,
  table: AnswerTable,
  a: SafeLink,
  img: SafeImage,
  input: TaskBox,
  cite: Citations,
  u: "u",
};

const levels = [1, 2, 3, 4, 5, 6] as const;

/** Whatever heading an answer begins with is a third-level one on the page; the others follow from it. */
const componentsByFirstLevel = levels.map((first): Components => {
  const headings = levels.map((level) => [
    `h${level}`,
    toHeading(`h${Math.min(6, Math.max(3, level - first + 3))}`, level),
  ]);
  return { ...components, ...Object.fromEntries(headings) };
});

/** As large as it was written, at its own level on the page. A class hides the heading of the footnotes. */
function toHeading(tag: string, level: number) {
  return function Heading({ children, className }: ComponentProps<"h3"> & ExtraProps) {
    return createElement(tag, { "data-level": level, className }, children);
  };
}

const remarkPlugins = [...Object.values(defaultRemarkPlugins), remarkCitations];
/** None: without the plugin that parses it, raw HTML in an answer is shown as the text it is. */
const rehypePlugins: [] = [];

type RenderedMarkdownProps = { text: string; isStreaming: boolean; markKeys?: readonly MarkKey[] | null };

/** Draws finished blocks only once; the one that is still being written is drawn again as it grows. */
export const RenderedMarkdown = memo(function RenderedMarkdown({
  text,
  isStreaming,
  markKeys = null,
}: RenderedMarkdownProps) {
  const [toBlocks] = useState(createReader);
  const findFigure = useContext(AnswerContext)?.findFigure;
  const blocks = toBlocks(text, markKeys, findFigure);
  const finished = blocks.slice(0, -1);
  // Only the last block is text, to close only its open marks; number and marks make other changes seen.
  return (
    <Streamdown
      isAnimating={isStreaming}
      components={componentsByFirstLevel[findFirstLevel(text) - 1] ?? components}
      remarkPlugins={remarkPlugins}
      rehypePlugins={rehypePlugins}
      BlockComponent={MarkdownBlock}
      parseMarkdownIntoBlocksFn={(last) => [...finished, last]}
      data-blocks={blocks.length}
      data-checked={markKeys !== null}
      data-figures={blocks.join("").split(figureSigns.open).length - 1}
    >
      {blocks.at(-1) ?? ""}
    </Streamdown>
  );
});

type ReadMarkdown = (
  text: string,
  markKeys: readonly MarkKey[] | null,
  findFigure: CitedAnswer["findFigure"],
) => string[];

function createReader(): ReadMarkdown {
  const toMarkdown = createMathConverter();
  const split = createBlockSplitter();
  return (text, markKeys, findFigure) => split(writeMarkKeys(toMarkdown(text), markKeys, findFigure));
}

/** The level of the first heading, 1 to 6; 1 as long as there is none. */
function findFirstLevel(text: string): number {
  return /^ {0,3}(#{1,6}) /m.exec(text)?.[1]?.length ?? 1;
}

/** The box of a task in a list, which tells whether it is done and cannot be changed. */
function TaskBox({ checked = false }: ComponentProps<"input"> & ExtraProps) {
  const t = useTranslations("chat.task");
  return <input type="checkbox" checked={checked} disabled aria-label={checked ? t("done") : t("open")} />;
}

/** Opens only addresses of the web and of mail; whatever else a text calls a link stays text. */
function SafeLink({ href, children }: ComponentProps<"a"> & ExtraProps) {
  if (href === undefined || !/^(https?:\/\/|mailto:)/i.test(href) || !URL.canParse(href))
    return <span>{children}</span>;
  // Without a query, an address of mail says nothing that the person would not see.
  if (/^mailto:[^?#]*$/i.test(href)) return <a href={href}>{children}</a>;
  return <WebLink href={href}>{children}</WebLink>;
}

/** Drawn again only when its text changes, or when it has formulas and what sets them arrives. */
const MarkdownBlock = memo(
  function MarkdownBlock(props: BlockProps) {
    const { content, remarkPlugins = [] } = props;
    const isMath = hasFormula(content);
    const math = useMathPlugin(isMath);
    const plugins = math !== null && {
      remarkPlugins: [...remarkPlugins, math.remarkPlugin],
      rehypePlugins: [math.rehypePlugin],
    };
    return (
      <>
        <Block {...props} {...plugins} dir={detectTextDirection(content)} />
        {isMath && math === null && <Undrawn />}
      </>
    );
  },
  (before, after) =>
    before.content === after.content &&
    before.isIncomplete === after.isIncomplete &&
    before.components === after.components,
);

function hasFormula(content: string): boolean {
  return content.includes("$$") && !/^\s*(```|~~~)/.test(content);
}

/** A footnote or a link's definition, which says something about the whole text. */
const reference = /\[\^|^ {0,3}\[[^\]]+\]:|\r/m;

/** Splits a growing text as `parseMarkdownIntoBlocks` does, but reads finished blocks only once. */
export function createBlockSplitter(): (markdown: string) => string[] {
  let source = "";
  let finished: string[] = [];
  return (markdown) => {
    if (!markdown.startsWith(source)) [source, finished] = ["", []];
    const tail = markdown.slice(source.length);
    if (reference.test(tail)) return parseMarkdownIntoBlocks(markdown);
    const blocks = parseMarkdownIntoBlocks(tail);
    const count = countFinished(blocks);
    const all = [...finished, ...blocks];
    finished = all.slice(0, finished.length + count);
    source += blocks.slice(0, count).join("");
    return all;
  };
}

/** Two blocks stay open: what is written next may join the last one, or make the one before it go on. */
function countFinished(blocks: string[]): number {
  return blocks.slice(0, -2).findLastIndex((block) => block.endsWith("\n\n")) + 1;
}

/** As much of a Markdown tree as is needed here. */
type MarkdownNode = { type: string; value?: string; data?: object; children?: MarkdownNode[] };

const sign = `${markSigns.open}(\\d+\\.\\d+)?${markSigns.close}`;
const pair = String.raw`\[(${numberList})${sign}\]`;
const citation = new RegExp(pair, "g");
const { open: begin, close: finish } = figureSigns;
const figure = new RegExp(`${begin}([^${finish}]*)${finish}`, "g");
const anySign = new RegExp(`${sign}|[${begin}${finish}]`, "g");
/** Brackets side by side, with the blank before them and what ends the sentence behind. */
const unnamed = pair.replace(/\((?!\?)/g, "(?:");
const run = new RegExp(
  String.raw`[ \t]*(?:${unnamed})(?:[ \t]?${unnamed})*(?:[.。！？!?…]+(?=\s|$|\p{Script=Han}))?`,
  "gu",
);
const closed = new Set(["link", "linkReference"]);

/** Makes a `cite` element of each pair of brackets that was signed, with what was written inside. */
export function remarkCitations() {
  return (tree: MarkdownNode): void => markCitations(tree);
}

/** In a link numbers stay text, and in code too; a sign is shown nowhere. */
function markCitations(node: MarkdownNode): void {
  if (node.value !== undefined) node.value = node.value.replace(anySign, "");
  if (node.children === undefined) return;
  node.children = node.children.flatMap((child) =>
    child.type === "text" && !closed.has(node.type) ? splitText(child.value ?? "") : [child],
  );
  node.children.forEach(markCitations);
}

function splitText(text: string): MarkdownNode[] {
  const nodes: MarkdownNode[] = [];
  let from = 0;
  for (const { 0: whole, index } of text.matchAll(run)) {
    const pairs = [...whole.matchAll(citation)];
    const last = pairs.at(-1);
    const hProperties = {
      dataNumbers: pairs.map(([, numbers]) => numbers).join("|"),
      dataMark: pairs.map(([, , key = ""]) => key).join("|"),
      dataStop: whole.slice((last?.index ?? 0) + (last?.[0].length ?? 0)),
    };
    const written = { type: "text", value: whole.replace(anySign, "") };
    nodes.push(...splitFigures(text.slice(from, index)), {
      ...{ type: "citation", data: { hName: "cite", hProperties }, children: [written] },
    });
    from = index + whole.length;
  }
  return [...nodes, ...splitFigures(text.slice(from))].filter(({ value }) => value !== "");
}

function splitFigures(text: string): MarkdownNode[] {
  return text.split(figure).map((value, index) => {
    const words = { type: "text", value: value.replace(anySign, "") };
    if (index % 2 === 0) return words;
    return {
      type: "figure",
      data: { hName: "u", hProperties: { className: "differing" } },
      children: [words],
    };
  });
}
