import { useTranslations } from "next-intl";
import { useState, type ComponentProps, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Switch } from "@/components/ui/switch";
import { roles, type Role } from "@/lib/features/accounts/shape/accounts";
import {
  checkpoints,
  settingFields,
  maxPorts,
  portRange,
  type Checkpoint,
} from "@/lib/protocol/settings-fields";
import { NumberControl } from "./number-control";
import { SettingAnchor, SettingRow } from "./setting-row";
import { useSettingWords } from "./use-setting-words";
import { useSettings } from "./use-settings";

type Row = Omit<ComponentProps<typeof SettingRow>, "control" | "children">;
type ListRowProps = { row: Row; chips: readonly string[]; children: ReactNode };

/** What stands in a list, as chips, and the way to change it. */
function ListRow({ row, chips, children }: ListRowProps) {
  const t = useTranslations("admin");
  const [isOpen, setOpen] = useState(false);
  const control = (
    <>
      <ul className="flex flex-wrap gap-1">
        {(chips.length > 0 ? chips : [t("unset.none")]).map((chip) => (
          <li key={chip} className="rounded-full bg-tint px-2.5 text-xs leading-6">
            {chip}
          </li>
        ))}
      </ul>
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t("change")}
        <span className="sr-only">: {t(`fields.${row.name}.name`)}</span>
      </Button>
    </>
  );
  return (
    <SettingRow {...row} control={control}>
      {isOpen && children}
    </SettingRow>
  );
}

type ListProps<MEMBER> = { row: Row; set: (chosen: MEMBER[]) => void };

export function RolesSetting({ row, set }: ListProps<Role>) {
  const { valueOf } = useSettingWords();
  const chosen = useSettings().form.draft.sharingRoles;
  const nameOf = (role: Role): string => valueOf("sharingRoles", [role]);
  return (
    <ListRow row={row} chips={roles.filter((role) => chosen.includes(role)).map(nameOf)}>
      <ul className="flex flex-wrap gap-x-6 gap-y-3">
        {roles.map((role) => (
          <li key={role}>
            <NamedSwitch
              label={nameOf(role)}
              isOn={chosen.includes(role)}
              onChange={(isOn) =>
                set(roles.filter((other) => (other === role ? isOn : chosen.includes(other))))
              }
            />
          </li>
        ))}
      </ul>
    </ListRow>
  );
}

/** From which cost on the work stops at the first two. */
export const checkpointNumbers = ["planApprovalCents", "stepApprovalCents"] as const;

/** A switch for each, in one column, each with its own number. */
export function CheckpointsSetting({ row, set }: ListProps<Checkpoint>) {
  const t = useTranslations("admin");
  const chosen = useSettings().form.draft.checkpoints;
  return (
    <SettingRow {...row}>
      <ul className="grid gap-2">
        {checkpoints.map((one, place) => {
          const number = checkpointNumbers[place];
          return (
            <li key={one} className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
              <NamedSwitch
                label={t(`checkpoints.${one}`)}
                isOn={chosen.includes(one)}
                onChange={(isOn) =>
                  set(checkpoints.filter((other) => (other === one ? isOn : chosen.includes(other))))
                }
              />
              {number !== undefined && <CheckpointNumber name={number} />}
            </li>
          );
        })}
      </ul>
    </SettingRow>
  );
}

function CheckpointNumber({ name }: { name: (typeof checkpointNumbers)[number] }) {
  const t = useTranslations("admin");
  const { draft, reply, change } = useSettings().form;
  const isUnsaved = draft[name] !== reply.settings[name];
  return (
    <SettingAnchor name={name} isUnsaved={isUnsaved} className="flex items-center gap-2">
      <span className="text-quiet" id={`${name}-help`}>
        {t("checkpoints.from")}
      </span>
      <NumberControl
        label={t(`fields.${name}.name`)}
        field={settingFields[name]}
        value={draft[name]}
        describedBy={`${name}-help`}
        onChange={(value) => change(name, value)}
      />
    </SettingAnchor>
  );
}

function NamedSwitch(props: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <span className="flex items-center gap-3 text-sm">
      <Switch {...props} />
      {props.label}
    </span>
  );
}

export function PortsSetting({ row, set }: ListProps<number>) {
  const ports = useSettings().form.draft.fetchPorts;
  return (
    <ListRow row={row} chips={ports.map(String)}>
      <PortField ports={ports} onChange={set} />
    </ListRow>
  );
}

/** Ports with commas between. What is no list of ports is not taken. */
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
        onBlur={() => !isWrong && setText(null)}
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
