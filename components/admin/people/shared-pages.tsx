import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { ListEnd } from "@/components/admin/list-end";
import { PageSection } from "@/components/admin/page-frame";
import { toPages, usePages } from "@/components/admin/use-pages";
import { Button } from "@/components/ui/button";
import { useReason } from "@/components/ui/use-reason";
import { adminApi } from "@/lib/client/admin-api";
import type { SharedPageRow } from "@/lib/protocol/snapshots";

const askShares = async (cursor: string | null) =>
  toPages(await adminApi.listShares(cursor), (reply) => ({ rows: reply.shares, cursor: reply.cursor }));

/** What people of this site share by link, without words and addresses, and a way to end each. */
export function SharedPages({ words }: Pick<Parameters<typeof ListEnd>[0], "words">) {
  const t = useTranslations("admin.people");
  const pages = usePages(askShares);
  const remove = (id: string) => pages.change((rows) => rows.filter((row) => row.id !== id));
  return (
    <PageSection title={t("shares")} help={t("sharesHelp")}>
      <ul>
        {pages.rows.map((row) => (
          <SharedPage key={row.id} row={row} onEnded={() => remove(row.id)} />
        ))}
      </ul>
      {pages.rows.length === 0 && !pages.isLoading && pages.reason === null && (
        <p className="pt-4 text-sm leading-5 text-quiet">{t("noShares")}</p>
      )}
      <ListEnd pages={pages} words={words} />
    </PageSection>
  );
}

function SharedPage({ row, onEnded }: { row: SharedPageRow; onEnded: () => void }) {
  const t = useTranslations("admin.people");
  const explain = useReason();
  const time = useFormatter().dateTime(row.sharedAt, { dateStyle: "medium", timeStyle: "short" });
  const [isBusy, setBusy] = useState(false);
  const [reason, setReason] = useState("");
  const person = row.person.name ?? row.person.id;
  const end = async (): Promise<void> => {
    setBusy(true);
    const answer = await adminApi.endShare(row.id);
    if (answer.ok) return onEnded();
    setReason(explain(answer));
    setBusy(false);
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-hairline py-3 last:border-0">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="text-sm leading-6 font-medium wrap-anywhere">
          {person}{" "}
          {!row.isOpen && (
            <span className="rounded-full bg-sunken px-2 text-xs font-normal text-quiet">
              {t("shareClosed")}
            </span>
          )}
        </p>
        <p className="text-xs leading-5 text-quiet">{t("sharedAt", { count: row.messages, time })}</p>
        <p role="alert" className="text-sm leading-5 text-bad empty:hidden">
          {reason}
        </p>
      </div>
      <Button
        tone="danger"
        disabled={isBusy}
        aria-label={t("endShareOf", { person, time })}
        onClick={() => void end()}
      >
        {t("endShare")}
      </Button>
    </li>
  );
}
