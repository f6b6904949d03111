import { FileText } from "lucide-react";

/**
 * Stands where a site's own icon would: that would have to be fetched from the site. A document has no site.
 */
export function SourceTile({ site }: { site: string }) {
  const [first] = site.replace(/^www\./, "").toUpperCase();
  return (
    <span
      aria-hidden
      className="inline-flex size-7 shrink-0 items-center justify-center rounded-lg bg-sunken text-xs font-semibold text-quiet"
    >
      {first ?? <FileText size={15} />}
    </span>
  );
}
