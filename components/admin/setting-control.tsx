import { useTranslations } from "next-intl";
import { settingFields, type AgentSettings, type Field, type Section } from "@/lib/protocol/settings-fields";
import { isSame } from "./setting-paths";
import { LimitControl } from "./limit-control";
import { PortField } from "./port-field";
import { SettingRow } from "./setting-row";
import { useSettings } from "./use-settings";
import { SliderControl } from "./slider-control";
import { StyleSetting } from "./style-setting";
import { Switch } from "@/components/ui/switch";
import { isNamedIn } from "./settings-changes";
import type { SettingName } from "@/lib/protocol/settings-fields";
import { useSettingWords } from "./use-setting-words";

/** All settings of a section, one row each. Lists have pages of their own, which draw them. */
export function SettingFields({ section }: { section: Section }) {
  return listFields(settingFields)
    .filter(({ field }) => field.section === section)
    .map(({ name, field }) => <SettingControl key={name} name={name} field={field} />);
}

function listFields(fields: typeof settingFields): { name: SettingName; field: Field }[] {
  return (Object.keys(fields) as SettingName[]).map((name) => ({ name, field: fields[name] }));
}

/** The row of one setting, with the control of its kind. */
export function SettingControl({ name, field }: { name: SettingName; field: Field }) {
  const t = useTranslations("admin");
  const { draft, reply, change } = useSettings().form;
  const row = useRow(name);
  // The kind of a field says what its value is.
  const set = (value: unknown): void => change(name, value as AgentSettings[SettingName]);
  const value: unknown = draft[name];
  const label = t(`fields.${name}.name`);
  switch (field.kind) {
    case "choice":
      return (
        <SettingRow {...row}>
          <StyleSetting />
        </SettingRow>
      );
    case "number":
      return (
        <SettingRow
          {...row}
          control={<SliderControl {...{ name, field }} value={Number(value)} onChange={set} />}
        />
      );
    case "limit": {
      const limit = { value: value as number | null, fallback: reply.defaults[name] as number | null };
      const suffix = field.unit === "cents" ? t("limit.cents") : undefined;
      return (
        <SettingRow
          {...row}
          control={<LimitControl {...limit} {...{ label, suffix }} range={field} onChange={set} />}
        />
      );
    }
    case "switch":
      return (
        <SettingRow
          {...row}
          control={<Switch label={label} describedBy={`${name}-help`} isOn={value === true} onChange={set} />}
        />
      );
    case "ports":
      return (
        <SettingRow {...row}>
          <PortField ports={draft.fetchPorts} onChange={set} />
        </SettingRow>
      );
    case "tools":
    case "toolLimits":
    case "chains":
    case "engineOrder":
    case "engineSwitches":
      return null;
  }
}

/** What the row of any setting needs. */
export function useRow(name: SettingName) {
  const t = useTranslations("admin");
  const { form } = useSettings();
  const { draft, reply, change } = form;
  const { valueOf } = useSettingWords();
  const value = reply.defaults[name];
  return {
    name,
    isDefault: isSame(draft[name], value),
    isUnsaved: !isSame(draft[name], reply.settings[name]),
    defaultValue: typeof value === "object" && value !== null ? undefined : valueOf(name, value),
    error: form.state.kind === "failed" && isNamedIn(form.state.fields, name) ? t("refused") : undefined,
    onReset: () => change(name, value),
  };
}
