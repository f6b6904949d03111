import { useTranslations } from "next-intl";
import { capabilities } from "./capabilities";
import type { AgentSettings } from "@/lib/protocol/settings";
import type { ToolName } from "@/lib/protocol/tools";
import { Switch } from "./switch";

type Props = { draft: AgentSettings; tools: readonly ToolName[]; onChange: (tools: ToolName[]) => void };

/** A switch for each tool, below the capability that carries it; without the capability its tools are off whatever they say. */
export function ToolSwitches({ draft, tools, onChange }: Props) {
  const t = useTranslations("admin");
  const toggle = (tool: ToolName, isOn: boolean): void =>
    onChange(tools.filter((name) => (name === tool ? isOn : draft.enabledTools.includes(name))));
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {capabilities.map(({ setting, tools: carried }) => {
        const isAvailable = setting === null || draft[setting] === true;
        return (
          <section key={setting ?? "always"} className="rounded-xl border border-hairline bg-raised px-4 py-3">
            <h4 className="text-xs font-medium text-quiet">{setting === null ? t("tools.always") : t(`fields.${setting}.name`)}</h4>
            {carried.map((tool) => (
              <div key={tool} className="flex items-center justify-between gap-3 py-1.5">
                <p className={isAvailable ? "" : "text-quiet"}>
                  <span className="block text-sm leading-5">{t(`tools.${tool}.name`)}</span>
                  <span className="block text-xs leading-4 text-quiet">{t(`tools.${tool}.help`)}</span>
                </p>
                <Switch
                  label={t(`tools.${tool}.name`)}
                  isOn={isAvailable && draft.enabledTools.includes(tool)}
                  disabled={!isAvailable}
                  onChange={(isOn) => toggle(tool, isOn)}
                />
              </div>
            ))}
          </section>
        );
      })}
    </div>
  );
}
