"use client";

import { memo, useState } from "react";
import { defaultRemarkPlugins, Streamdown, type Components } from "streamdown";
import { writeMarkKeys, type MarkKey } from "@/lib/client/cited-marks";
import { createBlockSplitter } from "./block-splitter";
import { CodeBlock } from "./code-block";
import { MarkdownBlock } from "./markdown-block";
import { plainElements } from "./plain-elements";
import { remarkCitations } from "./remark-citations";
import { SafeImage } from "./safe-image";
import { SafeLink } from "./safe-link";
import { ScrollingTable } from "./scrolling-table";
import { TaskBox } from "./task-box";
import { createMathConverter } from "./to-math-markdown";

const components: Components = {
  ...plainElements,
  pre: CodeBlock,
  table: ScrollingTable,
  a: SafeLink,
  img: SafeImage,
  input: TaskBox,
};

const levels = [1, 2, 3, 4, 5, 6] as const;

/** With which headings an answer begins is its own affair: its first is the third of the page, the others follow from it. */
const componentsByFirstLevel = levels.map((first): Components => {
  const headings = levels.map((level) => [`h${level}`, `h${Math.min(6, Math.max(3, level - first + 3))}`]);
  return { ...components, ...Object.fromEntries(headings) };
});

const remarkPlugins = [...Object.values(defaultRemarkPlugins), remarkCitations];
/** None: without the plugin that parses it, raw HTML in an answer is shown as the text it is. */
const rehypePlugins: [] = [];

type RenderedMarkdownProps = { text: string; isStreaming: boolean; markKeys?: readonly MarkKey[] | null };

/** Draws blocks that are finished only once; the one that is still being written is drawn again as it grows. */
export const RenderedMarkdown = memo(function RenderedMarkdown({
  text,
  isStreaming,
  markKeys = null,
}: RenderedMarkdownProps) {
  const [toBlocks] = useState(createReader);
  const blocks = toBlocks(text, markKeys);
  const finished = blocks.slice(0, -1);
  // Only the last block is handed over as text, so that only its open marks are closed; the number makes a new block seen, and so do the marks.
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
    >
      {blocks.at(-1) ?? ""}
    </Streamdown>
  );
});

function createReader(): (text: string, markKeys: readonly MarkKey[] | null) => string[] {
  const toMarkdown = createMathConverter();
  const split = createBlockSplitter();
  return (text, markKeys) =>
    split(markKeys === null ? toMarkdown(text) : writeMarkKeys(toMarkdown(text), markKeys));
}

/** The level of the first heading, 1 to 6; 1 as long as there is none. */
function findFirstLevel(text: string): number {
  return /^ {0,3}(#{1,6}) /m.exec(text)?.[1]?.length ?? 1;
}
