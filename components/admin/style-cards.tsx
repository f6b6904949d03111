import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useId } from "react";
import { formatCost } from "@/lib/client/money";
import type { AgentStyle } from "@/lib/protocol/settings";
import type { StyleNumbers } from "./style-numbers";

/** Each style's trade-off by design, from 1 to 3, until this site has its own figures. */
const trades: Record<AgentStyle, { tools: number; speed: number; cost: number }> = {
  tool_first: { tools: 3, speed: 1, cost: 3 },
  balanced: { tools: 2, speed: 2, cost: 2 },
  direct: { tools: 1, speed: 3, cost: 1 },
};
const styles = Object.keys(trades) as AgentStyle[];
const measures = ["tools", "speed", "cost"] as const;

type Props = {
  value: AgentStyle;
  /** What the styles were like on this site in the last `days`. */
  numbers: Partial<Record<AgentStyle, StyleNumbers>>;
  days: number;
  onChange: (style: AgentStyle) => void;
};

export function StyleCards({ value, numbers, days, onChange }: Props) {
  const t = useTranslations("admin");
  const group = useId();
  return (
    <fieldset className="grid gap-3 sm:grid-cols-3">
      <legend className="sr-only">{t("fields.agentStyle.name")}</legend>
      {styles.map((style) => (
        <label
          key={style}
          className="flex cursor-pointer flex-col gap-2 rounded-xl border border-hairline bg-raised p-4 transition-colors duration-150 hover:border-strong has-checked:border-mark has-checked:bg-tint has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
        >
          <span className="flex items-center justify-between font-medium">
            {t(`styles.${style}.name`)}
            <input
              type="radio"
              name={group}
              value={style}
              checked={value === style}
              onChange={() => onChange(style)}
              className="size-4 outline-none"
            />
          </span>
          <span className="text-sm leading-5 text-quiet">{t(`styles.${style}.help`)}</span>
          <span className="mt-auto grid gap-1 pt-2">
            <Trade style={style} numbers={numbers[style]} />
            {numbers[style] && (
              <span className="text-xs leading-5 text-quiet">
                {t("styles.basis", { runs: numbers[style].runs, days })}
              </span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Trade({ style, numbers }: { style: AgentStyle; numbers: StyleNumbers | undefined }) {
  const t = useTranslations("admin.styles");
  const format = useFormatter();
  const locale = useLocale();
  const round = (number: number): string => format.number(number, { maximumFractionDigits: 1 });
  const cost = numbers ? formatCost(numbers.microUsd, locale) : null;
  const words: Record<(typeof measures)[number], string | undefined> = {
    tools: numbers && t("stepsEach", { steps: round(numbers.toolCalls) }),
    speed: numbers?.seconds ? t("secondsEach", { seconds: round(numbers.seconds) }) : undefined,
    cost: cost === null ? undefined : t("costEach", { cost }),
  };
  return measures.map((measure) => (
    <Measure key={measure} name={t(measure)} level={trades[style][measure]} words={words[measure]} />
  ));
}

/** In this site's own words, else as marks from 1 to 3. */
function Measure({ name, level, words }: { name: string; level: number; words: string | undefined }) {
  const t = useTranslations("admin.styles");
  if (words !== undefined) {
    return (
      <span className="flex items-baseline justify-between gap-2 text-xs leading-5 text-quiet">
        {name} <span className="text-end text-ink">{words}</span>
      </span>
    );
  }
  return (
    <span className="flex items-center justify-between text-xs leading-5 text-quiet">
      {name}
      <span className="flex gap-1" aria-hidden="true">
        {[1, 2, 3].map((step) => (
          <span
            key={step}
            className={`h-1.5 w-4 rounded-full ${step <= level ? "bg-mark" : "bg-hairline"}`}
          />
        ))}
      </span>
      <span className="sr-only">{t("level", { level })}</span>
    </span>
  );
}
