import { useFormatter, useLocale, useTranslations } from "next-intl";
import { joinClasses } from "@/components/ui/class-names";
import { formatCost } from "@/lib/client/money";

type Props = {
  kind: "messages" | "money";
  /** Money in micro-dollars. */
  used: number;
  limit: number | null;
  isOff: boolean;
  className?: string;
};

/** How much of a limit is used, in words and as a bar. */
export function UsageBar({ kind, used, limit, isOff, className }: Props) {
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
