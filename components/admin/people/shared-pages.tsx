import { useFormatter, useTranslations } from "next-intl";
import { PageSection } from "@/components/admin/page-frame";
import { ResourceList } from "@/components/ui/resource-list";
import { endShare, listShares } from "@/lib/features/sharing/api";
import { call, loadFrom } from "@/lib/client/request";
import { useResource } from "@/lib/client/resource";
import type { SharedPageRow, SharesReply } from "@/lib/features/sharing/shape";
import { EndingRow } from "./ending-row";

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
  const time = useFormatter().dateTime(row.sharedAt, { dateStyle: "medium", timeStyle: "short" });
  const person = row.person.name ?? row.person.id;
  return (
    <EndingRow
      title={person}
      mark={row.isOpen ? null : t("shareClosed")}
      line={t("sharedAt", { count: row.messages, time })}
      action={{ name: t("endShare"), label: t("endShareOf", { person, time }) }}
      onEnd={() => call(endShare, { params: row })}
      onEnded={onEnded}
    />
  );
}
