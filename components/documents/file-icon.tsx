import {
  BookOpenText,
  FileCode2,
  FileImage,
  FileSpreadsheet,
  FileText,
  Globe,
  Mail,
  Presentation,
  type LucideIcon,
} from "lucide-react";
import type { FileKind } from "@/lib/features/documents/shape/documents";

const icons: Partial<Record<FileKind, LucideIcon>> = {
  ...{ pptx: Presentation, xlsx: FileSpreadsheet, csv: FileSpreadsheet, html: Globe, epub: BookOpenText },
  ...{ odp: Presentation, ods: FileSpreadsheet, mail: Mail, notebook: FileCode2 },
  ...{ code: FileCode2, json: FileCode2, image: FileImage },
};

/** Stands beside the name of a file, which says what it is. */
export function FileIcon({ kind, size = 18 }: { kind: FileKind | null; size?: number }) {
  const Icon = (kind === null ? undefined : icons[kind]) ?? FileText;
  return (
    <span
      aria-hidden
      className="inline-flex size-9 shrink-0 items-center justify-center rounded-lg bg-sunken text-quiet"
    >
      <Icon size={size} />
    </span>
  );
}
