"use client";

import { Download, ThumbsDown, ThumbsUp } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { PageFrame } from "@/components/admin/page-frame";
import { Segments } from "@/components/ui/segments";
import { DataTable } from "@/components/ui/table";
import type { Column } from "@/components/ui/use-table-view";
import { loadFrom } from "@/lib/client/request";
import { useResource } from "@/lib/client/resource";
import { listRatings } from "@/lib/features/ratings/api";
import type { RatingRow, RatingsReply } from "@/lib/features/ratings/shape";
import { toPath } from "@/lib/protocol/endpoint";

const ratings = {
  key: ({ runId }: RatingRow) => runId,
  page: ({ ratings: items, cursor }: RatingsReply) => ({ items, cursor }),
};
const values = ["down", "up", "all"] as const;

/** What people think of answers, and why; what they wrote is theirs. */
export function RatingsPage() {
  const t = useTranslations("admin.ratings");
  const [value, setValue] = useState<(typeof values)[number]>("down");
  const load = useMemo(() => loadFrom(listRatings, { query: value === "all" ? {} : { value } }), [value]);
  const list = useResource({ ...ratings, load });
  const columns = useColumns();
  const download = (
    <a href={toPath(listRatings, { query: { format: "jsonl" } })} download className="quiet-button">
      <Download size={16} aria-hidden />
      {t("export")}
    </a>
  );
  return (
    <PageFrame page="ratings" aside={download}>
      <DataTable
        name="ratings"
        label={t("title")}
        list={list}
        rowKey={({ runId }) => runId}
        columns={columns}
        href={({ runId, userId }) =>
          `/runs/${encodeURIComponent(runId)}?person=${encodeURIComponent(userId)}`
        }
        filters={
          <Segments
            label={t("columns.rating")}
            value={value}
            options={values.map((each) => ({ value: each, name: t(`values.${each}`) }))}
            onChoose={setValue}
          />
        }
        empty={t(value === "down" ? "none" : "noneAtAll")}
      />
    </PageFrame>
  );
}

function useColumns(): Column<RatingRow>[] {
  const t = useTranslations("admin.ratings");
  const builtIn = useTranslations("runs.filters")("builtIn");
  const format = useFormatter();
  const column = (
    id: ColumnId,
    value: (row: RatingRow) => string,
    more: Partial<Column<RatingRow>> = {},
  ) => ({
    ...{ id, name: t(`columns.${id}`), value, cell: value },
    ...more,
  });
  return [
    column("rating", ({ value }) => t(`values.${value}`), {
      isMain: true,
      cell: ({ value }) => {
        const Sign = value === "up" ? ThumbsUp : ThumbsDown;
        return (
          <span className="inline-flex items-center gap-2">
            <Sign size={16} aria-hidden />
            {t(`values.${value}`)}
          </span>
        );
      },
    }),
    column("when", ({ at }) => new Date(at).toISOString(), {
      cell: ({ at }) => (
        <time dateTime={new Date(at).toISOString()} className="whitespace-nowrap text-quiet">
          {format.dateTime(at, { dateStyle: "medium", timeStyle: "short" })}
        </time>
      ),
    }),
    column("person", ({ person, userId }) => person ?? userId),
    column(
      "reasons",
      ({ reasons }) => reasons.map((each) => t(`reasons.${each}`)).join(" · ") || t("noReason"),
    ),
    column("agent", ({ agent }) => agent ?? builtIn),
    column("model", ({ model }) => model),
  ];
}

type ColumnId = "rating" | "when" | "person" | "reasons" | "agent" | "model";
