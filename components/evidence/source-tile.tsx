"use client";

import { FileText } from "lucide-react";
import { createContext, lazy, Suspense, useContext } from "react";
import { readSiteIcon } from "@/lib/features/pictures/api";
import { joinClasses } from "@/components/ui/class-names";
import { toPath } from "@/lib/protocol/endpoint";

// What draws pictures is fetched with the first one.
const SiteIcon = lazy(async () => ({ default: (await import("./site-icon")).SiteIcon }));

/** The conversation that keeps the icons of the sites that were read there; none on shared pages. */
export const IconKeeperContext = createContext<string | null>(null);

type SourceTileProps = {
  site: string;
  /** The address of a page that was read. */
  page?: string | null | undefined;
  size?: "small" | "large";
};

/** A site's own icon where one was kept with its page, else its first letter. A document has no site. */
export function SourceTile({ site, page = null, size = "large" }: SourceTileProps) {
  const icon = toIconPath(useContext(IconKeeperContext), page);
  const [first] = site.replace(/^www\./, "").toUpperCase();
  const isLarge = size === "large";
  return (
    <span
      aria-hidden
      className={joinClasses(
        "relative inline-flex shrink-0 items-center justify-center overflow-hidden bg-sunken font-semibold text-quiet",
        isLarge ? "size-7 rounded-lg text-xs" : "size-5 rounded-md text-[0.6875rem]",
      )}
    >
      {first ?? <FileText size={isLarge ? 15 : 12} />}
      <Suspense fallback={null}>{icon !== null && <SiteIcon key={icon} src={icon} />}</Suspense>
    </span>
  );
}

/** Of our own server, which asks nobody. */
function toIconPath(conversationId: string | null, page: string | null): string | null {
  const url = page === null ? null : URL.parse(page);
  if (conversationId === null || url === null || !/^https?:$/.test(url.protocol)) return null;
  return toPath(readSiteIcon, { params: { id: conversationId }, query: { site: url.host } });
}
