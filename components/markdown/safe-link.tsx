"use client";

import type { ComponentProps } from "react";
import type { ExtraProps } from "streamdown";
import { Citation } from "./citation";
import { citationPrefix, readCitation } from "./remark-citations";
import { WebLink } from "./web-link";

/** Opens only addresses of the web and of mail; whatever else a text calls a link stays text. */
export function SafeLink({ href, children }: ComponentProps<"a"> & ExtraProps) {
  if (href?.startsWith(citationPrefix)) return <Citation {...readCitation(href)} />;
  if (href === undefined || !/^(https?:\/\/|mailto:)/i.test(href) || !URL.canParse(href))
    return <span>{children}</span>;
  // Without a query, an address of mail says nothing that the person would not see.
  if (/^mailto:[^?#]*$/i.test(href)) return <a href={href}>{children}</a>;
  return <WebLink href={href}>{children}</WebLink>;
}
