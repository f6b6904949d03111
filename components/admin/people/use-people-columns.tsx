import { useFormatter, useLocale, useTranslations } from "next-intl";
import type { Column } from "@/components/ui/use-table-view";
import { formatCost } from "@/lib/client/money";
import { StateMark } from "./state-mark";
import type { PeopleRow } from "./use-people";

const microUsdPerCent = 10_000;
const dayMs = 24 * 60 * 60_000;

/** Who, what they may be, when they were here last and how much they used. */
export function usePeopleColumns({ selfId, now }: { selfId: string; now: number }): Column<PeopleRow>[] {
  const t = useTranslations("admin.people");
  const figures = useFigureColumns();
  const toState = ({ state, invitation }: PeopleRow): string => {
    const days = Math.ceil(((invitation?.expiresAt ?? now) - now) / dayMs);
    return invitation === null ? t(`state.${state}`) : t("openFor", { days });
  };
  return [
    {
      id: "name",
      name: t("columns.name"),
      isMain: true,
      value: ({ name, email }) => name || (email ?? t("anybody")),
      cell: ({ id, name, email, state }) => (
        <span className={state === "disabled" ? "text-quiet" : undefined}>
          <span className="block font-medium wrap-anywhere">
            {name || (email ?? t("anybody"))}
            {id === selfId && <span className="font-normal text-quiet"> ({t("you")})</span>}
          </span>
          {name !== "" && (
            <span className="block text-small font-normal wrap-anywhere text-quiet">{email}</span>
          )}
        </span>
      ),
    },
    {
      id: "email",
      name: t("columns.email"),
      isOptional: true,
      value: ({ email }) => email,
      cell: ({ email }) => email,
    },
    {
      id: "role",
      name: t("role.title"),
      value: ({ role }) => t(`role.${role}`),
      cell: ({ role }) => t(`role.${role}`),
    },
    {
      id: "state",
      name: t("state.title"),
      value: toState,
      cell: (row) => <StateMark state={row.state}>{toState(row)}</StateMark>,
    },
    ...figures,
  ];
}

function useFigureColumns(): Column<PeopleRow>[] {
  const t = useTranslations("admin.people");
  const format = useFormatter();
  const locale = useLocale();
  const money = (microUsd: number): string => formatCost(microUsd, locale) ?? "$0";
  const toDay = (day: string): string =>
    format.dateTime(new Date(`${day}T00:00:00Z`), { dateStyle: "medium", timeZone: "UTC" });
  const toUsed = (used = 0, limit: number | null = null): string =>
    limit === null
      ? format.number(used)
      : t("usage.of", { used: format.number(used), limit: format.number(limit) });
  return [
    {
      id: "active",
      name: t("columns.active"),
      value: ({ person }) => person?.lastActiveDay ?? null,
      cell: ({ person }) => (person?.lastActiveDay ? toDay(person.lastActiveDay) : "–"),
    },
    {
      id: "messages",
      name: t("columns.messages"),
      isEnd: true,
      value: ({ person }) => person?.quota.used.messagesToday ?? null,
      cell: ({ person }) =>
        person === null ? "–" : toUsed(person.quota.used.messagesToday, person.quota.limits.messagesPerDay),
    },
    {
      id: "cost",
      name: t("columns.cost"),
      isEnd: true,
      value: ({ person }) => (person === null ? null : person.quota.used.microUsdThisMonth / 1_000_000),
      cell: ({ person }) => {
        if (person === null) return "–";
        const { used, limits } = person.quota;
        const limit = limits.centsPerMonth;
        const isOut = limit !== null && used.microUsdThisMonth >= limit * microUsdPerCent;
        const text =
          limit === null
            ? money(used.microUsdThisMonth)
            : t("usage.of", { used: money(used.microUsdThisMonth), limit: money(limit * microUsdPerCent) });
        return <span className={isOut ? "text-bad" : undefined}>{text}</span>;
      },
    },
  ];
}
