import { useFormatter, useTranslations } from "next-intl";
import type { BreakerState } from "@/lib/protocol/breakers";
import { toolNames } from "@/components/tools/views";

/** What failed last, each with whether it is called at the moment. `names` are those of search engines, by their ids. */
export function BreakerList({
  breakers,
  names = {},
}: {
  breakers: readonly BreakerState[];
  names?: EngineNames;
}) {
  const t = useTranslations("admin.breakers");
  if (breakers.length === 0) return <p className="pt-4 text-sm leading-5 text-quiet">{t("none")}</p>;
  return (
    <ul>
      {breakers.map((breaker) => (
        <BreakerRow key={breaker.name} breaker={breaker} names={names} />
      ))}
    </ul>
  );
}

type EngineNames = Readonly<Partial<Record<string, string>>>;
type RowProps = { breaker: BreakerState; names: EngineNames };

function BreakerRow({ breaker, names }: RowProps) {
  const t = useTranslations("admin.breakers");
  const format = useFormatter();
  const { state, last } = breaker;
  const time = last === null ? "" : format.dateTime(last.at, { timeStyle: "medium" });
  return (
    <li className="border-b border-hairline py-4 last:border-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <BreakerName breaker={breaker} names={names} />
        <span
          className={`rounded-full px-2.5 text-xs leading-6 ${state === "closed" ? "bg-sunken text-quiet" : "bg-bad-tint text-bad"}`}
        >
          {t(state === "closed" ? "calls" : "paused")}
        </span>
      </div>
      <p className="text-sm leading-5">
        <BreakerWhen breaker={breaker} />
      </p>
      {last !== null && (
        <p className="text-sm leading-5 text-quiet wrap-anywhere">
          {t("last", { time, message: last.message })}
        </p>
      )}
    </li>
  );
}

function BreakerName({ breaker: { kind, name }, names }: RowProps) {
  const t = useTranslations("tools");
  const engine = kind === "engine" ? names[name] : undefined;
  if (engine !== undefined) return <h3 className="font-medium">{engine}</h3>;
  const tool = kind === "tool" ? toolNames.find((known) => known === name) : undefined;
  if (tool !== undefined) return <h3 className="font-medium">{t(`${tool}.setting.name`)}</h3>;
  return <h3 className="font-mono text-sm wrap-anywhere">{name}</h3>;
}

function BreakerWhen({ breaker: { state, failures, retryAfter } }: { breaker: BreakerState }) {
  const t = useTranslations("admin.breakers");
  switch (state) {
    case "closed":
      return t("stillCalled", { failures });
    case "trying":
      return t("trying", { failures });
    case "open":
      return retryAfter === null || retryAfter === 0
        ? t("due", { failures })
        : t("triedIn", { failures, seconds: retryAfter });
  }
}
