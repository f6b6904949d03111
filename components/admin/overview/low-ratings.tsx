import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { PageSection } from "@/components/admin/page-frame";
import { ResourceList } from "@/components/ui/resource-list";
import { listRatings } from "@/lib/features/ratings/api";
import { loadFrom } from "@/lib/client/request";
import { useResource } from "@/lib/client/resource";
import type { RatingRow, RatingsReply } from "@/lib/features/ratings/shape";
import { toPath } from "@/lib/protocol/endpoint";

const ratings = {
  load: loadFrom(listRatings, { query: { value: "down" } }),
  key: ({ runId }: RatingRow) => runId,
  page: ({ ratings: items, cursor }: RatingsReply) => ({ items, cursor }),
};

/** Answers that people found bad, and why; what they wrote is theirs. */
export function LowRatings() {
  const t = useTranslations("admin.ratings");
  const list = useResource(ratings);
  const download = (
    <a href={toPath(listRatings, { query: { format: "jsonl" } })} download className="quiet-button -me-2">
      {t("export")}
    </a>
  );
  return (
    <PageSection title={t("title")} help={t("help")} aside={download}>
      <ResourceList list={list} empty={t("none")}>
        <ul aria-label={t("title")}>
          {list.items.map((rating) => (
            <Rated key={rating.runId} rating={rating} />
          ))}
        </ul>
      </ResourceList>
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
