import { useFormatter, useTranslations } from "next-intl";
import { useReason } from "@/components/ui/use-reason";
import type { RequestFailure } from "@/lib/client/request";
import type { DocumentProblem, FileKind } from "@/lib/features/documents/shape/documents";

type FileInfo = { kind?: FileKind | null; bytes?: number; pages?: number; words?: number };
type NoWords = { problem: DocumentProblem | null; failure: RequestFailure | null };

/** What is said of a file wherever it stands. */
export function useFileWords() {
  const t = useTranslations("documents");
  const format = useFormatter();
  const explain = useReason();
  const toSize = (bytes: number): string => {
    const isLarge = bytes >= 1_000_000;
    return format.number(bytes / (isLarge ? 1_000_000 : 1_000), {
      style: "unit",
      unit: isLarge ? "megabyte" : "kilobyte",
      maximumFractionDigits: isLarge ? 1 : 0,
      minimumFractionDigits: 0,
    });
  };
  return {
    toSize,
    toShare: (share: number): string => format.number(share, { style: "percent", maximumFractionDigits: 0 }),
    toKind: (kind: FileKind): string => t(`kind.${kind}`),
    /** Kind, size, pages and words, as far as they are known. */
    toFacts({ kind, bytes = 0, pages = 0, words = 0 }: FileInfo): string {
      const facts = [
        kind ? t(`kind.${kind}`) : null,
        bytes > 0 ? toSize(Math.max(bytes, 1_000)) : null,
        pages > 0 ? t(`facts.${toUnit(kind)}`, { count: pages }) : null,
        words > 0 ? t("facts.words", { count: words }) : null,
      ];
      return facts.filter((fact) => fact !== null).join(" · ");
    },
    /** Why it cannot be used, and what is possible. */
    toReason: ({ problem, failure }: NoWords): string =>
      problem !== null ? t(`problem.${problem}`) : failure === null ? "" : explain(failure),
  };
}

/** What a file is divided into. */
function toUnit(kind: FileKind | null | undefined): "pages" | "slides" | "sheets" {
  if (kind === "pptx" || kind === "odp") return "slides";
  return kind === "xlsx" || kind === "ods" ? "sheets" : "pages";
}
