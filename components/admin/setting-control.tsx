import { useTranslations } from "next-intl";
import type { AgentSettings } from "@/lib/protocol/settings";
import type { ToolName } from "@/lib/protocol/tools";
import { ChainEditor } from "./chain-editor";
import type { Field, Limits } from "./fields";
import { SettingRow } from "./setting-row";
import { isSame } from "./settings-changes";
import { SliderControl } from "./slider-control";
import { StyleCards } from "./style-cards";
import { Switch } from "./switch";
import { modelTierNames } from "./tiers";
import { ToolSwitches } from "./tool-switches";
import type { SettingsForm } from "./use-settings-form";

type Props = { field: Field; form: SettingsForm; limits: Limits; tools: readonly ToolName[] };

/** A row of the field table, drawn with the control it names. */
export function SettingControl({ field, form, limits, tools }: Props) {
  const { draft, reply, change } = form;
  const { name } = field;
  const defaultWords = useDefaultWords(field, reply.defaults);
  const row = {
    name,
    isDefault: isSame(draft[name], reply.defaults[name]),
    isUnsaved: !isSame(draft[name], reply.settings[name]),
    defaultValue: defaultWords,
    error: findError(form, name),
    onReset: () => change(name, reply.defaults[name]),
  };
  switch (field.control) {
    case "style":
      return (
        <SettingRow {...row}>
          <StyleCards value={draft.agentStyle} onChange={(style) => change("agentStyle", style)} />
        </SettingRow>
      );
    case "slider": {
      const slider = { name: field.name, step: field.step, unit: field.unit, range: limits.numbers[field.name] };
      return (
        <SettingRow
          {...row}
          control={<SliderControl {...slider} value={draft[field.name]} onChange={(value) => change(field.name, value)} />}
        />
      );
    }
    case "switch":
      return (
        <SettingRow
          {...row}
          control={<FieldSwitch name={field.name} isOn={draft[field.name]} onChange={(isOn) => change(field.name, isOn)} />}
        />
      );
    case "tools":
      return (
        <SettingRow {...row}>
          <ToolSwitches draft={draft} tools={tools} onChange={(enabled) => change("enabledTools", enabled)} />
        </SettingRow>
      );
    case "chains":
      return (
        <SettingRow {...row}>
          <Chains form={form} limits={limits} />
        </SettingRow>
      );
  }
}

function FieldSwitch({
  name,
  isOn,
  onChange,
}: {
  name: Extract<Field, { control: "switch" }>["name"];
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) {
  const t = useTranslations("admin");
  return <Switch label={t(`fields.${name}.name`)} describedBy={`${name}-help`} isOn={isOn} onChange={onChange} />;
}

function Chains({ form: { draft, reply, change }, limits }: { form: SettingsForm; limits: Limits }) {
  const suggestions = reply.providers.flatMap(({ models }) => models);
  return (
    <div className="grid gap-3">
      {modelTierNames.map((tier) => (
        <ChainEditor
          key={tier}
          tier={tier}
          chain={draft.modelTiers[tier]}
          effective={reply.effectiveTiers[tier]}
          suggestions={suggestions}
          maxLength={limits.chainLength}
          pattern={limits.modelPattern}
          onChange={(chain) => change("modelTiers", { ...draft.modelTiers, [tier]: chain })}
        />
      ))}
    </div>
  );
}

/** A problem of the setting itself or of anything inside it. */
function findError({ state }: SettingsForm, name: string): string | undefined {
  if (state.kind !== "failed") return undefined;
  const found = Object.entries(state.fields).find(([path]) => path.split(".").includes(name));
  return found?.[1];
}

function useDefaultWords(field: Field, defaults: AgentSettings): string | undefined {
  const t = useTranslations("admin");
  switch (field.control) {
    case "style":
      return t(`styles.${defaults.agentStyle}.name`);
    case "slider":
      return t(`units.${field.unit}`, { value: defaults[field.name] });
    case "switch":
      return t(defaults[field.name] ? "on" : "off");
    case "tools":
    case "chains":
      return undefined;
  }
}
