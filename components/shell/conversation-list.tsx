import { useLocale, useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { ConversationRow } from "./conversation-row";
import { groupByDay } from "./group-by-day";
import type { DayGroup } from "./group-by-day";
import type { SidebarProps } from "./sidebar";

/** The conversations by day, in the person's zone and language. */
export function ConversationList({ conversations, hasMore, actions, clock, openId, onNavigate }: SidebarProps) {
  const t = useTranslations("shell");
  if (conversations.length === 0) return <p className="px-2 py-3 text-sm leading-5 text-quiet">{t("empty")}</p>;
  return (
    <>
      {groupByDay(conversations, clock.now, clock.timeZone).map((group) => (
        <Group key={group.key} group={group} year={new Date(clock.now).getUTCFullYear()}>
          {group.conversations.map((conversation) => (
            <ConversationRow
              key={conversation.id}
              conversation={conversation}
              isOpen={conversation.id === openId}
              actions={actions}
              onNavigate={onNavigate}
            />
          ))}
        </Group>
      ))}
      {hasMore && <MoreButton onMore={actions.loadMore} />}
    </>
  );
}

function Group({ group, year, children }: { group: DayGroup; year: number; children: ReactNode }) {
  const id = useId();
  const name = useGroupName(group, year);
  return (
    <section aria-labelledby={id} className="pt-3 first:pt-1">
      <h2 id={id} className="px-2 pb-1 text-xs leading-5 font-medium text-quiet">
        {name}
      </h2>
      <ul>{children}</ul>
    </section>
  );
}

function useGroupName({ kind, key }: DayGroup, year: number): string {
  const t = useTranslations("shell");
  const locale = useLocale();
  if (kind !== "month") return t(kind);
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: "UTC",
    month: "long",
    ...(key.startsWith(`${year}-`) ? {} : { year: "numeric" }),
  });
  return format.format(Date.parse(`${key}-15`));
}

function MoreButton({ onMore }: { onMore: () => Promise<void> }) {
  const t = useTranslations("shell");
  const [isLoading, setLoading] = useState(false);
  const load = async (): Promise<void> => {
    setLoading(true);
    await onMore();
    setLoading(false);
  };
  return (
    <button
      type="button"
      className="quiet-button mt-2 w-full justify-center"
      aria-busy={isLoading}
      disabled={isLoading}
      onClick={() => void load()}
    >
      {t("more")}
    </button>
  );
}
