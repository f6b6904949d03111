import { Gauge, KeyRound, MoreHorizontal, ShieldCheck, UserRoundCheck, UserRoundX } from "lucide-react";
import { useFormatter, useTranslations, useLocale } from "next-intl";
import { Menu, MenuItem } from "@/components/ui/menu";
import type { PersonRow } from "@/lib/features/accounts/shape/accounts";
import { joinClasses } from "@/components/ui/class-names";
import { formatCost } from "@/lib/client/money";
import type { PersonAction } from "./person-dialogs";

type Props = { person: PersonRow; isSelf: boolean; onAction: (action: PersonAction) => void };

const iconClass = "size-4 text-quiet";

/** A person: who, what they may be, when they were here last and how much of their limits is used. */
export function PersonRowView({ person, isSelf, onAction }: Props) {
  const { quota, isDisabled } = person;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-3 border-b border-hairline py-4 last:border-0 @sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] @2xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_minmax(0,2fr)_auto]">
      <Who person={person} isSelf={isSelf} />
      <UsageBar
        className="col-start-1 @sm:col-auto"
        kind="messages"
        used={quota.used.messagesToday}
        limit={quota.limits.messagesPerDay}
        isOff={isDisabled}
      />
      <UsageBar
        className="col-start-1 @sm:col-auto"
        kind="money"
        used={quota.used.microUsdThisMonth}
        limit={toMicroUsd(quota.limits.centsPerMonth)}
        isOff={isDisabled}
      />
      <div className="col-start-2 row-start-1 @sm:col-start-3 @2xl:col-auto @2xl:row-auto">
        <PersonMenu person={person} isSelf={isSelf} onAction={onAction} />
      </div>
    </li>
  );
}

function PersonMenu({ person, isSelf, onAction }: Props) {
  const t = useTranslations("admin.people");
  const { isDisabled } = person;
  return (
    <Menu
      label={t("actions", { person: person.name || person.email })}
      tip="left"
      icon={<MoreHorizontal className="size-4" aria-hidden="true" />}
    >
      <MenuItem
        icon={<Gauge className={iconClass} aria-hidden="true" />}
        onSelect={() => onAction({ kind: "quota", person })}
      >
        {t("quota.action")}
      </MenuItem>
      <MenuItem
        icon={<ShieldCheck className={iconClass} aria-hidden="true" />}
        onSelect={() => onAction({ kind: "role", person })}
      >
        {t("role.action")}
      </MenuItem>
      <MenuItem
        disabled={isDisabled}
        icon={<KeyRound className={iconClass} aria-hidden="true" />}
        onSelect={() => onAction({ kind: "reset", person })}
      >
        {t("reset.action")}
      </MenuItem>
      {!isSelf && (
        <MenuItem
          tone={isDisabled ? "plain" : "danger"}
          icon={
            isDisabled ? (
              <UserRoundCheck className={iconClass} aria-hidden="true" />
            ) : (
              <UserRoundX className="size-4" aria-hidden="true" />
            )
          }
          onSelect={() => onAction({ kind: "disable", person })}
        >
          {t(isDisabled ? "disable.enable" : "disable.disable")}
        </MenuItem>
      )}
    </Menu>
  );
}

function Who({
  person: { name, email, role, isDisabled, lastActiveDay, overrides },
  isSelf,
}: {
  person: PersonRow;
  isSelf: boolean;
}) {
  const t = useTranslations("admin.people");
  const format = useFormatter();
  const day =
    lastActiveDay &&
    format.dateTime(new Date(`${lastActiveDay}T00:00:00Z`), { dateStyle: "medium", timeZone: "UTC" });
  const marks = [
    isSelf && t("you"),
    isDisabled && t("disabled"),
    Object.keys(overrides).length > 0 && t("ownLimits"),
  ].filter((mark) => mark !== false);
  return (
    <div className={`min-w-0 @sm:col-span-2 @2xl:col-span-1 ${isDisabled ? "text-quiet" : ""}`}>
      <h2 className="flex flex-wrap items-center gap-x-2 text-base leading-6 font-medium wrap-anywhere">
        {name || email}
        <span
          className={`rounded-full px-2 text-xs leading-5 font-normal ${role !== "member" ? "bg-tint text-accent" : "bg-sunken text-quiet"}`}
        >
          {t(`role.${role}`)}
        </span>
        {marks.map((mark) => (
          <span
            key={mark}
            className={`rounded-full px-2 text-xs leading-5 font-normal ${mark === t("disabled") ? "bg-bad-tint text-bad" : "bg-sunken text-quiet"}`}
          >
            {mark}
          </span>
        ))}
      </h2>
      <p className="text-sm leading-5 text-quiet wrap-anywhere">{email}</p>
      <p className="text-xs leading-5 text-quiet">{day ? t("lastActive", { day }) : t("neverActive")}</p>
    </div>
  );
}

const microUsdPerCent = 10_000;
const toMicroUsd = (cents: number | null): number | null => (cents === null ? null : cents * microUsdPerCent);

type UsageBarProps = {
  kind: "messages" | "money";
  /** Money in micro-dollars. */
  used: number;
  limit: number | null;
  isOff: boolean;
  className?: string;
};

/** How much of a limit is used, in words and as a bar. */
function UsageBar({ kind, used, limit, isOff, className }: UsageBarProps) {
  const t = useTranslations("admin.people.usage");
  const format = useFormatter();
  const locale = useLocale();
  const write = (value: number): string =>
    kind === "money" ? (formatCost(value, locale) ?? "0 ¢") : format.number(value);
  const share = limit === null ? 0 : limit === 0 ? 1 : Math.min(1, used / limit);
  const words =
    limit === null
      ? t("unlimited", { used: write(used) })
      : t("of", { used: write(used), limit: write(limit) });
  return (
    <div className={joinClasses("min-w-0 text-xs leading-5", className)}>
      <p className="text-quiet">
        {t(kind)} <span className={isOff ? "" : "text-ink"}>{words}</span>
      </p>
      {limit !== null && (
        <div className="h-1.5 overflow-hidden rounded-full bg-sunken" aria-hidden="true">
          <div
            className={`h-full rounded-full ${share >= 1 ? "bg-bad" : "bg-mark"}`}
            style={{ width: `${share * 100}%` }}
          />
        </div>
      )}
    </div>
  );
}
