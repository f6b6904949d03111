"use client";

import { defaultRemarkPlugins, Streamdown, type Components } from "streamdown";
import { CodeBlock } from "./code-block";
import { remarkCitations } from "./remark-citations";
import { SafeImage } from "./safe-image";
import { SafeLink } from "./safe-link";
import { ScrollingTable } from "./scrolling-table";
import { TaskBox } from "./task-box";
import { toMathMarkdown } from "./to-math-markdown";
import { useMathPlugin } from "./use-math-plugin";

/** Plain elements, drawn by our style sheet. */
const components: Components = {
  p: "p",
  ul: "ul",
  ol: "ol",
  li: "li",
  hr: "hr",
  strong: "strong",
  blockquote: "blockquote",
  thead: "thead",
  tbody: "tbody",
  tr: "tr",
  th: "th",
  td: "td",
  sup: "sup",
  sub: "sub",
  section: "section",
  code: "code",
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

/** Draws blocks that are finished only once; the one that is still being written is drawn again as it grows. */
export function RenderedMarkdown({ text, isStreaming }: { text: string; isStreaming: boolean }) {
  const { markdown, hasMath } = toMathMarkdown(text);
  const plugins = useMathPlugin(hasMath);
  return (
    <Streamdown
      key={plugins === undefined ? "plain" : "math"}
      isAnimating={isStreaming}
      components={componentsByFirstLevel[findFirstLevel(text) - 1] ?? components}
      remarkPlugins={remarkPlugins}
      rehypePlugins={rehypePlugins}
      dir="auto"
      {...(plugins !== undefined && { plugins })}
    >
      {markdown}
    </Streamdown>
  );
}

/** The level of the first heading, 1 to 6; 1 as long as there is none. */
function findFirstLevel(text: string): number {
  return /^ {0,3}(#{1,6}) /m.exec(text)?.[1]?.length ?? 1;
}
