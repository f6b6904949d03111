import { FileText } from "lucide-react";
import { joinClasses } from "@/components/ui/class-names";

type SourceTileProps = { site: string; size?: "small" | "large" };

/**
 * Stands where a site's own icon would: that would have to be fetched from the site. A document has no site.
 */
export function SourceTile({ site, size = "large" }: SourceTileProps) {
  const [first] = site.replace(/^www\./, "").toUpperCase();
  const isLarge = size === "large";
  return (
    <span
      aria-hidden
      className={joinClasses(
        "inline-flex shrink-0 items-center justify-center bg-sunken font-semibold text-quiet",
        isLarge ? "size-7 rounded-lg text-xs" : "size-5 rounded-md text-[0.6875rem]",
      )}
    >
      {first ?? <FileText size={isLarge ? 15 : 12} />}
    </span>
  );
}
