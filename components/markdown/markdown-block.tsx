"use client";

import { memo } from "react";
import { Block, detectTextDirection, type BlockProps } from "streamdown";
import { useMathPlugin } from "./use-math-plugin";

/** One block of an answer, drawn again only when its text changes, or when it has formulas and what sets them arrives. */
export const MarkdownBlock = memo(
  function MarkdownBlock(props: BlockProps) {
    const { content, remarkPlugins = [] } = props;
    const math = useMathPlugin(hasFormula(content));
    const plugins = math !== null && {
      remarkPlugins: [...remarkPlugins, math.remarkPlugin],
      rehypePlugins: [math.rehypePlugin],
    };
    return <Block {...props} {...plugins} dir={detectTextDirection(content)} />;
  },
  (before, after) =>
    before.content === after.content &&
    before.isIncomplete === after.isIncomplete &&
    before.components === after.components,
);

function hasFormula(content: string): boolean {
  return content.includes("$$") && !/^\s*(```|~~~)/.test(content);
}
