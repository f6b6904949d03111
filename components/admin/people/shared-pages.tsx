import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { PageSection } from "@/components/admin/page-frame";
import { Button } from "@/components/ui/button";
import { ResourceList } from "@/components/ui/resource-list";
import { useReason } from "@/components/ui/use-reason";
import { endShare, listShares } from "@/lib/features/sharing/api";
import { call, loadFrom } from "@/lib/client/request";
import { useResource } from "@/lib/client/resource";
import type { SharedPageRow, SharesReply } from "@/lib/protocol/snapshots";

const shareList = {
  load: loadFrom(listShares),
  key: ({ id }: SharedPageRow) => id,
  page: ({ shares: items, cursor }: SharesReply) => ({ items, cursor }),
};

/** What people of this site share by link, without words and addresses, and a way to end each. */
export function SharedPages() {
  const t = useTranslations("admin.people");
  const list = useResource(shareList);
  return (
    <PageSection title={t("shares")} help={t("sharesHelp")}>
      <ResourceList list={list} empty={t("noShares")}>
        <ul>
          {list.items.map((row) => (
            <SharedPage key={row.id} row={row} onEnded={() => list.take(row.id)} />
          ))}
        </ul>
      </ResourceList>
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
    const answer = await call(endShare, { params: row });
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
