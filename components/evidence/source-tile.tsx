"use client";

import { FileText } from "lucide-react";
import Image from "next/image";
import { createContext, useContext, useState } from "react";
import { joinClasses } from "@/components/ui/class-names";

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
  const [shown, setShown] = useState<string | null>(null);
  const icon = toIconPath(useContext(IconKeeperContext), page);
  const [first] = site.replace(/^www\./, "").toUpperCase();
  const isLarge = size === "large";
  const isThere = icon !== null && shown === icon;
  return (
    <span
      aria-hidden
      className={joinClasses(
        "relative inline-flex shrink-0 items-center justify-center overflow-hidden bg-sunken font-semibold text-quiet",
        isLarge ? "size-7 rounded-lg text-xs" : "size-5 rounded-md text-[0.6875rem]",
      )}
    >
      {first ?? <FileText size={isLarge ? 15 : 12} />}
      {icon !== null && (
        <Image
          unoptimized
          src={icon}
          alt=""
          width={32}
          height={32}
          // Many icons are dark and without a ground of their own.
          className={joinClasses(
            "absolute inset-0 size-full bg-white object-contain p-0.5",
            !isThere && "opacity-0",
          )}
          onLoad={() => setShown(icon)}
        />
      )}
    </span>
  );
}

/** Of our own server, which asks nobody. */
function toIconPath(conversationId: string | null, page: string | null): string | null {
  const url = page === null ? null : URL.parse(page);
  if (conversationId === null || url === null || !/^https?:$/.test(url.protocol)) return null;
  return `/api/conversations/${conversationId}/icon?site=${encodeURIComponent(url.host)}`;
}
