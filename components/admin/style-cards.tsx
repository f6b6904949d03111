import { useTranslations } from "next-intl";
import { useId } from "react";
import type { AgentStyle } from "@/lib/protocol/settings";

/** The trade of each style, from 1 to 3; until this site has numbers of its own, by how the styles are made. */
const trades: Record<AgentStyle, { tools: number; speed: number; cost: number }> = {
  tool_first: { tools: 3, speed: 1, cost: 3 },
  balanced: { tools: 2, speed: 2, cost: 2 },
  direct: { tools: 1, speed: 3, cost: 1 },
};
const styles = Object.keys(trades) as AgentStyle[];
const measures = ["tools", "speed", "cost"] as const;

export function StyleCards({ value, onChange }: { value: AgentStyle; onChange: (style: AgentStyle) => void }) {
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
              className="size-4 accent-accent outline-none"
            />
          </span>
          <span className="text-sm leading-5 text-quiet">{t(`styles.${style}.help`)}</span>
          <span className="mt-auto grid gap-1 pt-2">
            {measures.map((measure) => (
              <Measure key={measure} name={t(`styles.${measure}`)} level={trades[style][measure]} />
            ))}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Measure({ name, level }: { name: string; level: number }) {
  const t = useTranslations("admin");
  return (
    <span className="flex items-center justify-between text-xs leading-5 text-quiet">
      {name}
      <span className="flex gap-1" aria-hidden="true">
        {[1, 2, 3].map((step) => (
          <span key={step} className={`h-1.5 w-4 rounded-full ${step <= level ? "bg-mark" : "bg-hairline"}`} />
        ))}
      </span>
      <span className="sr-only">{t("styles.level", { level })}</span>
    </span>
  );
}
