"use client";

import { useTranslations } from "next-intl";
import { memo, type ComponentProps } from "react";
import { defaultRemarkPlugins, Streamdown, type Components, type ExtraProps } from "streamdown";
import { WebLink } from "@/components/markdown/web-link";
import { scrollable } from "@/components/ui/scrollable";
import { remarkPassage, type MarkedSpan } from "./remark-passage";

/** Below the heading of the panel and that of the source. */
const headings: Components = { h1: "h4", h2: "h5", h3: "h6", h4: "h6", h5: "h6", h6: "h6" };

/** Plain elements, drawn by our style sheet. A page's own pictures and forms stay away. */
const components: Components = {
  ...headings,
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
  mark: "mark",
  pre: PlainCode,
  table: PlainTable,
  a: PlainLink,
  img: NamedPicture,
  input: () => null,
};

const defaults = Object.values(defaultRemarkPlugins);
const rehypePlugins: [] = [];

type RenderedTextProps = { text: string; passage: MarkedSpan | null };

/** A page's text as safe Markdown, with a passage marked. Nothing in it is fetched, and no raw HTML is read as such. */
export const RenderedText = memo(
  function RenderedText({ text, passage }: RenderedTextProps) {
    const remarkPlugins = passage === null ? defaults : [...defaults, [remarkPassage, passage] as [typeof remarkPassage, MarkedSpan]];
    return (
      <Streamdown mode="static" components={components} remarkPlugins={remarkPlugins} rehypePlugins={rehypePlugins}>
        {text}
      </Streamdown>
    );
  },
  (a, b) => a.text === b.text && a.passage?.start === b.passage?.start && a.passage?.end === b.passage?.end,
);

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
  if (href === undefined || !/^https?:\/\//i.test(href) || !URL.canParse(href)) return <span>{children}</span>;
  return <WebLink href={href}>{children}</WebLink>;
}

function NamedPicture({ alt = "" }: ComponentProps<"img"> & ExtraProps) {
  const t = useTranslations("evidence.text");
  return <span className="text-quiet">[{alt === "" ? t("picture") : alt}]</span>;
}
