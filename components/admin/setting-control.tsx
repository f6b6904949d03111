import { useTranslations } from "next-intl";
import { roles } from "@/lib/features/accounts/shape/accounts";
import {
  checkpoints,
  settingFields,
  maxPorts,
  portRange,
  type AgentSettings,
  type Checkpoint,
  type Field,
  type SettingsSection,
  type SettingName,
} from "@/lib/protocol/settings-fields";
import type { SettingsReply } from "@/lib/protocol/settings";
import { isSame } from "./setting-paths";
import { LimitControl } from "./limit-control";
import { SettingRow } from "./setting-row";
import { useSettings } from "./use-settings";
import { SmallSelect } from "@/components/ui/small-select";
import { Switch } from "@/components/ui/switch";
import { PriceEditor } from "./price-editor";
import { isNamedIn } from "./settings-changes";
import { useSettingWords } from "./use-setting-words";
import { useEffect, useState, type ReactElement } from "react";
import { readOverview } from "@/lib/features/statistics/api";
import { call } from "@/lib/client/request";
import { StyleCards } from "./style-cards";
import { toStyleNumbers } from "./style-numbers";

/** All settings of a section, one row each. Lists have pages of their own, which draw them. */
export function SettingFields({ section }: { section: SettingsSection }) {
  return listFields(settingFields)
    .filter(({ name, field }) => field.section === section && !isBelowTick(name))
    .map(({ name, field }) => <SettingControl key={name} name={name} field={field} />);
}

function listFields(fields: typeof settingFields): { name: SettingName; field: Field }[] {
  return (Object.keys(fields) as SettingName[]).map((name) => ({ name, field: fields[name] }));
}

/** The row of one setting, with the control of its kind. */
export function SettingControl({ name, field }: { name: SettingName; field: Field }): ReactElement | null {
  const label = useTranslations("admin")(`fields.${name}.name`);
  const { draft, reply, change } = useSettings().form;
  const row = useRow(name);
  // The kind of a field says what its value is.
  const set = (value: unknown): void => change(name, value as AgentSettings[SettingName]);
  const value: unknown = draft[name];
  switch (field.kind) {
    case "choice":
      return (
        <SettingRow {...row}>
          {name === "agentStyle" ? (
            <StyleSetting />
          ) : (
            <ChoiceControl {...{ name, field, label, set }} value={String(value)} />
          )}
        </SettingRow>
      );
    case "prices":
      return (
        <SettingRow {...row}>
          <PriceEditor />
        </SettingRow>
      );
    case "number": {
      const slider = <SliderControl {...{ name, field }} value={Number(value)} onChange={set} />;
      return <SettingRow {...row} {...noteOf(name, reply)} control={slider} />;
    }
    case "limit":
      return <SettingRow {...row} control={<LimitSetting {...{ name, field, label, set }} />} />;
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
    case "checkpoints":
    case "roles":
      return <ListSetting {...{ name, set }} names={field.kind === "roles" ? roles : checkpoints} />;
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

type LimitProps = {
  name: SettingName;
  field: Extract<Field, { kind: "limit" }>;
  label: string;
  set: (value: unknown) => void;
};

function LimitSetting({ name, field, label, set }: LimitProps) {
  const { draft } = useSettings().form;
  return <LimitControl {...{ label, field }} value={draft[name] as number | null} onChange={set} />;
}

type ListProps = { name: SettingName; names: readonly string[]; set: (value: string[]) => void };

/** From which number on a name of a list counts, which is set below its switch. */
const tickNumbers: Partial<Record<string, "planApprovalCents" | "stepApprovalCents">> = {
  plan: "planApprovalCents",
  step: "stepApprovalCents",
} satisfies Partial<Record<Checkpoint, SettingName>>;
const isBelowTick = (name: SettingName) => Object.values(tickNumbers).some((number) => number === name);

/** A switch for each name that may stand in a list, in one column, each beside its words. */
function ListSetting({ name, names, set }: ListProps) {
  const { valueOf } = useSettingWords();
  const chosen = useSettings().form.draft[name] as readonly string[];
  return (
    <SettingRow {...useRow(name)}>
      <ul className="grid gap-3">
        {names.map((one) => {
          const number = tickNumbers[one];
          return (
            <li key={one} className="text-sm">
              <span className="flex items-center gap-3">
                <Switch
                  label={valueOf(name, [one])}
                  isOn={chosen.includes(one)}
                  onChange={(isOn) =>
                    set(names.filter((other) => (other === one ? isOn : chosen.includes(other))))
                  }
                />
                {valueOf(name, [one])}
              </span>
              {number !== undefined && (
                <div className="ps-12">
                  <SettingControl name={number} field={settingFields[number]} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </SettingRow>
  );
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
  value: string;
  set: (value: string) => void;
};

function ChoiceControl({ name, field, label, value, set }: ChoiceProps) {
  const { valueOf } = useSettingWords();
  const options = field.values.map((each) => ({ value: each, label: valueOf(name, each) }));
  return <SmallSelect {...{ label, value, options }} onChoose={set} />;
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

type Props = {
  name: SettingName;
  field: Extract<Field, { kind: "number" }>;
  value: number;
  onChange: (value: number) => void;
};

/** A slider for the feel and the exact number: the value is read with its unit, arrow keys go by steps. */
function SliderControl({ name, field, value, onChange }: Props) {
  const t = useTranslations("admin");
  const words = t(`units.${field.unit}`, { value });
  return (
    <div className="flex w-full items-center gap-4 sm:w-80">
      <input
        type="range"
        className="slider min-w-0 flex-1"
        aria-label={t(`fields.${name}.name`)}
        aria-describedby={`${name}-help`}
        aria-valuetext={words}
        min={field.min}
        max={field.max}
        step={field.step}
        value={value}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      <output className="w-20 shrink-0 text-end text-sm font-medium">{words}</output>
    </div>
  );
}

/** Ports with commas between. What is no list of ports is not taken and gives way to the last that was. */
function PortField({ ports, onChange }: { ports: readonly number[]; onChange: (ports: number[]) => void }) {
  const t = useTranslations("admin");
  const [text, setText] = useState<string | null>(null);
  const isWrong = text !== null && findPorts(text) === null;
  const write = (typed: string): void => {
    setText(typed);
    const found = findPorts(typed);
    if (found !== null) onChange(found);
  };
  return (
    <span className="flex flex-col items-start">
      <input
        type="text"
        inputMode="numeric"
        aria-label={t("fields.fetchPorts.name")}
        aria-describedby="fetchPorts-help fetchPorts-wrong"
        aria-invalid={isWrong}
        value={text ?? ports.join(", ")}
        onChange={(event) => write(event.target.value)}
        onBlur={() => setText(null)}
        className="text-field w-full sm:w-80"
      />
      <span id="fetchPorts-wrong" role="alert" className="pt-1 text-xs leading-4 text-bad empty:hidden">
        {isWrong && t("words.ports")}
      </span>
    </span>
  );
}

/** One to twenty ports, each once, or null. */
export function findPorts(text: string): number[] | null {
  const parts = text.split(/[\s,，、]+/).filter(Boolean);
  const ports = [...new Set(parts.map((part) => (/^\d{1,5}$/.test(part) ? Number(part) : 0)))];
  return ports.length >= 1 &&
    ports.length <= maxPorts &&
    ports.every((port) => port >= portRange.min && port <= portRange.max)
    ? ports
    : null;
}
