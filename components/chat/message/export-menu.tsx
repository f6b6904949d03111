"use client";

import { Braces, Download, FileText, Printer, Quote } from "lucide-react";
import { useTranslations } from "next-intl";
import { Menu, MenuItem } from "@/components/ui/menu";
import { toExportPath, toPrintPath, type EvidencePlace } from "@/lib/client/evidence-api";

const formats = [
  ["markdown", FileText],
  ["json", Braces],
  ["bibtex", Quote],
] as const;

/** An answer with its evidence as a file, or as a page for print. */
export function ExportMenu({ place }: { place: EvidencePlace }) {
  const t = useTranslations("evidence.export");
  return (
    <Menu
      label={t("label")}
      icon={<Download size={16} aria-hidden />}
      tip="right"
      className="size-8 pointer-coarse:size-11"
    >
      {formats.map(([format, Icon]) => (
        <MenuItem
          key={format}
          icon={<Icon size={16} aria-hidden />}
          onSelect={() => save(toExportPath(place, format))}
        >
          {t(format)}
        </MenuItem>
      ))}
      <MenuItem
        icon={<Printer size={16} aria-hidden />}
        onSelect={() => window.open(toPrintPath(place), "_blank", "noopener")}
      >
        {t("print")}
      </MenuItem>
    </Menu>
  );
}

/** The server names the file; the page stays where it is. */
function save(path: string): void {
  const link = document.createElement("a");
  link.href = path;
  link.download = "";
  link.click();
}
