import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { ListEnd } from "@/components/admin/list-end";
import { PageSection } from "@/components/admin/page-frame";
import { toPages, usePages } from "@/components/admin/use-pages";
import { adminApi } from "@/lib/client/admin-api";
import type { RatingRow } from "@/lib/protocol/ratings";

const askRatings = async (cursor: string | null) =>
  toPages(await adminApi.listLowRatings(cursor), (reply) => ({ rows: reply.ratings, cursor: reply.cursor }));

/** Answers that people found bad, and why; what they wrote is theirs. */
export function LowRatings() {
  const t = useTranslations("admin.ratings");
  const pages = usePages(askRatings);
  const words = {
    loading: t("loading"),
    more: t("more"),
    again: t("again"),
    failed: (reason: string) => t("failed", { reason }),
  };
  const download = (
    <a href="/api/admin/ratings?format=jsonl" download className="quiet-button -me-2">
      {t("export")}
    </a>
  );
  return (
    <PageSection title={t("title")} help={t("help")} aside={download}>
      {pages.rows.length === 0 && !pages.isLoading && pages.reason === null && (
        <p className="pt-2 text-sm leading-5 text-quiet">{t("none")}</p>
      )}
      <ul aria-label={t("title")}>
        {pages.rows.map((rating) => (
          <Rated key={rating.runId} rating={rating} />
        ))}
      </ul>
      <ListEnd pages={pages} words={words} />
    </PageSection>
  );
}

function Rated({ rating: { runId, userId, at, reasons, model, agent } }: { rating: RatingRow }) {
  const t = useTranslations("admin.ratings");
  const format = useFormatter();
  const time = format.dateTime(at, { dateStyle: "medium", timeStyle: "short" });
  const why = reasons.map((reason) => t(`reasons.${reason}`)).join(" · ");
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-hairline py-3 last:border-0">
      <p className="min-w-0 flex-[1_1_14rem] text-sm leading-5 wrap-anywhere">
        {why === "" ? t("noReason") : why}
        <span className="block text-xs leading-5 text-quiet">
          {[model, agent, time].filter(Boolean).join(" · ")}
        </span>
      </p>
      <Link
        href={`/runs/${encodeURIComponent(runId)}?person=${encodeURIComponent(userId)}`}
        prefetch={false}
        className="rounded-sm text-sm text-accent underline underline-offset-4 pointer-coarse:py-3"
      >
        {t("run")}
        <span className="sr-only">: {time}</span>
      </Link>
    </li>
  );
}
