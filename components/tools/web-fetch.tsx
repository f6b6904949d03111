import { BookOpen } from "lucide-react";
import { useTranslations } from "next-intl";
import { WebLink } from "@/components/markdown/web-link";
import { toShortAddress } from "@/lib/client/message/sources";
import type { ToolCallPart } from "@/lib/client/message/approvals";
import { findData, type ToolView } from "./tool-view";

export const webFetchView: ToolView<"web_fetch"> = {
  Icon: BookOpen,
  asked: (call) => listPages(call).join(", "),
  live: ({ input }) => ({ count: input?.urls?.length ?? 1 }),
  result: ({ pages, failures }) => ({ count: pages.length, total: pages.length + failures.length }),
  Rows: PageRows,
  count: (call) => findData(call)?.pages.length ?? call.input?.urls?.length ?? 1,
};

/** Before pages were read, their addresses; after that they stand in rows. */
function listPages(call: ToolCallPart<"web_fetch">): string[] {
  return findData(call) === null ? (call.input?.urls ?? []).map((url) => toShortAddress(url ?? "")) : [];
}

/** The pages, one a row, those that could not be read last. */
function PageRows({ call }: { call: ToolCallPart<"web_fetch"> }) {
  const t = useTranslations("tools.web_fetch");
  const { pages, failures } = findData(call) ?? { pages: [], failures: [] };
  if (pages.length + failures.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 ps-6 pb-1">
      {pages.map(({ url, title, site }) => (
        <li key={url} className="flex items-baseline gap-2">
          <WebLink href={url} className="min-w-0 truncate text-ink hover:underline pointer-coarse:py-2">
            {title}
          </WebLink>
          {title !== site && <span className="shrink-0 text-small text-quiet">{site}</span>}
        </li>
      ))}
      {failures.map(({ url }) => (
        <li key={url} className="flex items-baseline gap-2">
          <span className="min-w-0 truncate">{toShortAddress(url)}</span>
          <span className="ms-auto shrink-0 text-small text-partly">{t("refused")}</span>
        </li>
      ))}
    </ul>
  );
}
