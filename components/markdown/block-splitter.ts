import { parseMarkdownIntoBlocks } from "streamdown";

/** A footnote or a link's definition, which says something about the whole text. */
const reference = /\[\^|^ {0,3}\[[^\]]+\]:|\r/m;

/** Splits a growing text into its blocks as `parseMarkdownIntoBlocks` does, but reads those that are finished only once. */
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
