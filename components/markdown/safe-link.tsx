"use client";

import type { ComponentProps } from "react";
import type { ExtraProps } from "streamdown";
import { Citation } from "./citation";
import { citationPrefix } from "./remark-citations";

/** Opens only addresses of the web and of mail; whatever else a text calls a link stays text. */
export function SafeLink({ href, children }: ComponentProps<"a"> & ExtraProps) {
  if (href?.startsWith(citationPrefix)) return <Citation number={Number(href.slice(citationPrefix.length))} />;
  if (href === undefined || !/^(https?:\/\/|mailto:)/i.test(href)) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
