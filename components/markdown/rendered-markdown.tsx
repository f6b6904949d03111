"use client";

import { defaultRemarkPlugins, Streamdown, type Components } from "streamdown";
import { CodeBlock } from "./code-block";
import { remarkCitations } from "./remark-citations";
import { SafeImage } from "./safe-image";
import { SafeLink } from "./safe-link";
import { ScrollingTable } from "./scrolling-table";
import { toMathMarkdown } from "./to-math-markdown";
import { useMathPlugin } from "./use-math-plugin";

/** Plain elements, drawn by our style sheet; headings step down below the page's own. */
const components: Components = {
  h1: "h3",
  h2: "h4",
  h3: "h5",
  h4: "h6",
  h5: "h6",
  h6: "h6",
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
};

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
      components={components}
      remarkPlugins={remarkPlugins}
      rehypePlugins={rehypePlugins}
      dir="auto"
      {...(plugins !== undefined && { plugins })}
    >
      {markdown}
    </Streamdown>
  );
}
