import { useTranslations } from "next-intl";
import { fields } from "./fields";
import type { Field, Section } from "./fields";
import { isSame } from "./leaves";
import { LimitControl } from "./limit-control";
import { PortField } from "./port-field";
import { SettingRow } from "./setting-row";
import { useSettings } from "./use-settings";
import { SliderControl } from "./slider-control";
import { StyleSetting } from "./style-setting";
import { Switch } from "@/components/ui/switch";
import { isNamedIn } from "./settings-changes";
import type { SettingName } from "./settings-changes";
import { useSettingWords } from "./use-setting-words";

/** All settings of a section, one row each. Lists have pages of their own, which draw them. */
export function SettingFields({ section }: { section: Section }) {
  return fields
    .filter((field) => field.section === section)
    .map((field) => <SettingControl key={field.name} field={field} />);
}

/** A row of the field table, drawn with the control it names. */
function SettingControl({ field }: { field: Field }) {
  const { form, limits } = useSettings();
  const { draft, change } = form;
  const row = useRow(field.name);
  switch (field.control) {
    case "style":
      return (
        <SettingRow {...row}>
          <StyleSetting />
        </SettingRow>
      );
    case "slider": {
      const slider = {
        name: field.name,
        step: field.step,
        unit: field.unit,
        range: limits.numbers[field.name],
      };
      return (
        <SettingRow
          {...row}
          control={
            <SliderControl
              {...slider}
              value={draft[field.name]}
              onChange={(value) => change(field.name, value)}
            />
          }
        />
      );
    }
    case "limit":
      return <SettingRow {...row} control={<LimitField field={field} />} />;
    case "switch":
      return <SettingRow {...row} control={<FieldSwitch name={field.name} />} />;
    case "ports":
      return (
        <SettingRow {...row}>
          <PortField ports={draft.fetchPorts} onChange={(ports) => change("fetchPorts", ports)} />
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

function FieldSwitch({ name }: { name: Extract<Field, { control: "switch" }>["name"] }) {
  const t = useTranslations("admin");
  const { draft, change } = useSettings().form;
  return (
    <Switch
      label={t(`fields.${name}.name`)}
      describedBy={`${name}-help`}
      isOn={draft[name]}
      onChange={(isOn) => change(name, isOn)}
    />
  );
}

function LimitField({ field: { name, unit } }: { field: Extract<Field, { control: "limit" }> }) {
  const t = useTranslations("admin");
  const { form, limits } = useSettings();
  return (
    <LimitControl
      label={t(`fields.${name}.name`)}
      value={form.draft[name]}
      fallback={form.reply.defaults[name]}
      range={limits.limits[name]}
      suffix={unit === "cents" ? t("limit.cents") : undefined}
      onChange={(value) => form.change(name, value)}
    />
  );
}
