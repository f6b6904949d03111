"use client";

import { useTranslations } from "next-intl";
import { memo, type ComponentProps } from "react";
import { defaultRemarkPlugins, Streamdown, type Components, type ExtraProps } from "streamdown";
import { plainElements } from "@/components/markdown/plain-elements";
import { WebLink } from "@/components/markdown/web-link";
import { scrollable } from "@/components/ui/scrollable";
import { remarkPassage, type MarkedSpan } from "./remark-passage";

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

type RenderedTextProps = { text: string; passage: MarkedSpan | null };

/** A page's text as safe Markdown, with a passage marked. Nothing in it is fetched, and no raw HTML is read as such. */
export const RenderedText = memo(
  function RenderedText({ text, passage }: RenderedTextProps) {
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
  if (href === undefined || !/^https?:\/\//i.test(href) || !URL.canParse(href))
    return <span>{children}</span>;
  return <WebLink href={href}>{children}</WebLink>;
}

function NamedPicture({ alt = "" }: ComponentProps<"img"> & ExtraProps) {
  const t = useTranslations("evidence.text");
  return <span className="text-quiet">[{alt === "" ? t("picture") : alt}]</span>;
}
