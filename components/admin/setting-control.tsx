import { useTranslations } from "next-intl";
import { useEffect, useState, type ReactElement } from "react";
import { Segments } from "@/components/ui/segments";
import { SmallSelect } from "@/components/ui/small-select";
import { Switch } from "@/components/ui/switch";
import {
  settingFields,
  type AgentSettings,
  type Field,
  type SettingsSection,
  type SettingName,
} from "@/lib/protocol/settings-fields";
import type { SettingsReply } from "@/lib/protocol/settings";
import { LimitControl } from "./limit-control";
import { NumberControl } from "./number-control";
import { PriceEditor } from "./price-editor";
import { isSame, type SettingValue } from "./setting-paths";
import { checkpointNumbers, CheckpointsSetting, PortsSetting, RolesSetting } from "./setting-lists";
import { SettingRow } from "./setting-row";
import { isNamedIn } from "./settings-changes";
import { useSettingWords } from "./use-setting-words";
import { useSettings } from "./use-settings";
import { readOverview } from "@/lib/features/statistics/api";
import { call } from "@/lib/client/request";
import { StyleCards } from "./style-cards";
import { toStyleNumbers } from "./style-numbers";

/** All settings of a section, one row each. Lists have pages of their own, which draw them. */
export function SettingFields({ section }: { section: SettingsSection }) {
  return listFields(settingFields)
    .filter(
      ({ name, field }) => field.section === section && !checkpointNumbers.some((each) => each === name),
    )
    .map(({ name, field }) => <SettingControl key={name} name={name} field={field} />);
}

function listFields(fields: typeof settingFields): { name: SettingName; field: Field }[] {
  return (Object.keys(fields) as SettingName[]).map((name) => ({ name, field: fields[name] }));
}

/** The row of one setting, with the control of its kind. */
export function SettingControl({ name, field }: { name: SettingName; field: Field }): ReactElement | null {
  const t = useTranslations("admin");
  const label = t(`fields.${name}.name`);
  const { draft, reply, change } = useSettings().form;
  const row = useRow(name, ...(field.kind === "checkpoints" ? checkpointNumbers : []));
  const describedBy = `${name}-help`;
  // The kind of a field says what its value is.
  const set = (value: unknown): void => change(name, value as AgentSettings[SettingName]);
  const value: unknown = draft[name];
  switch (field.kind) {
    case "choice":
      return name === "agentStyle" ? (
        <SettingRow {...row}>
          <StyleSetting />
        </SettingRow>
      ) : (
        <SettingRow {...row} control={<ChoiceControl {...{ name, field, label, set, value }} />} />
      );
    case "prices":
      return (
        <SettingRow {...row}>
          <PriceEditor />
        </SettingRow>
      );
    case "number": {
      const control = (
        <NumberControl {...{ label, field, describedBy }} value={Number(value)} onChange={set} />
      );
      return <SettingRow {...row} {...noteOf(name, reply)} control={control} />;
    }
    case "limit": {
      const limit = { label, field, describedBy, value: value as number | null };
      return <SettingRow {...row} control={<LimitControl {...limit} onChange={set} />} />;
    }
    case "switch":
      return (
        <SettingRow
          {...row}
          control={<Switch {...{ label, describedBy }} isOn={value === true} onChange={set} />}
        />
      );
    case "ports":
      return <PortsSetting {...{ row, set }} />;
    case "roles":
      return <RolesSetting {...{ row, set }} />;
    case "checkpoints":
      return <CheckpointsSetting {...{ row, set }} />;
    case "tools":
    case "toolLimits":
    case "permissions":
    case "hints":
    case "chains":
    case "models":
    case "engineOrder":
    case "engineSwitches":
      return null;
  }
}

/** What the row of a setting needs, in which others may stand, too. */
export function useRow(name: SettingName, ...others: readonly SettingName[]) {
  const t = useTranslations("admin");
  const { draft, reply, state, change } = useSettings().form;
  const { valueOf } = useSettingWords();
  const value = reply.defaults[name];
  const all = [name, ...others];
  const isRefused = state.kind === "failed" && all.some((each) => isNamedIn(state.fields, each));
  return {
    name,
    isDefault: all.every((each) => isSame(draft[each], reply.defaults[each])),
    isUnsaved: all.some((each) => !isSame(draft[each], reply.settings[each])),
    defaultValue:
      (typeof value === "object" && value !== null && !Array.isArray(value)) || others.length > 0
        ? undefined
        : valueOf(name, value as SettingValue),
    error: isRefused ? t("refused") : undefined,
    onReset: () => all.forEach((each) => change(each, reply.defaults[each])),
  };
}

function noteOf(name: SettingName, reply: SettingsReply) {
  return name === "temperature" ? { note: <TemperatureNote models={reply.withoutTemperature} /> } : {};
}

/** Models that think take no temperature: it is not sent to them. */
function TemperatureNote({ models }: { models: readonly string[] }) {
  const t = useTranslations("admin");
  return models.length === 0 ? null : t("noTemperature", { models: models.join(t("bar.separator")) });
}

type ChoiceProps = {
  name: SettingName;
  field: Extract<Field, { kind: "choice" }>;
  label: string;
  value: unknown;
  set: (value: string) => void;
};

/** Up to five choices stand side by side. */
function ChoiceControl({ name, field, label, value: chosen, set }: ChoiceProps) {
  const { valueOf } = useSettingWords();
  const value = String(chosen);
  const options = field.values.map((each) => ({ value: each, name: valueOf(name, each) }));
  if (options.length <= 5) return <Segments {...{ label, value, options }} onChoose={set} />;
  const listed = options.map((option) => ({ value: option.value, label: option.name }));
  return <SmallSelect {...{ label, value }} options={listed} onChoose={set} />;
}

const days = 30;

/** The styles with this site's own numbers; until there are any, the cards say how styles are made. */
function StyleSetting() {
  const { draft, change } = useSettings().form;
  const [numbers, setNumbers] = useState<ReturnType<typeof toStyleNumbers>>({});
  useEffect(() => {
    const stop = new AbortController();
    void call(readOverview, { query: { days }, signal: stop.signal }).then((answer) => {
      if (answer.ok && !stop.signal.aborted) setNumbers(toStyleNumbers(answer.value));
    });
    return () => stop.abort();
  }, []);
  return (
    <StyleCards
      value={draft.agentStyle}
      numbers={numbers}
      days={days}
      onChange={(style) => change("agentStyle", style)}
    />
  );
}
