import { useTranslations } from "next-intl";
import { useId, useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import type { McpReplacement, McpServer, McpTransport } from "@/lib/protocol/mcp";
import { useRun } from "@/components/admin/use-run";

type Kind = McpTransport["kind"];
const emptyText = { name: "", url: "", command: "", args: "", secret: "" };
const emptyEntry = { ...emptyText, kind: "http" as Kind, usesSignIn: false };
type Entry = typeof emptyEntry;
type Props = {
  /** As it is; `null` for a new one. */
  initial: McpServer | null;
  allowsCommands: boolean;
  /** Says why it was not kept, or `null`. */
  onSave: (fields: ServerFields) => Promise<string | null>;
  onDone: () => void;
};
export type ServerFields = Omit<McpReplacement, "version">;

/** A name and how the server is reached. It is asked for its tools; a failure keeps what was entered. */
export function ServerForm({ initial, allowsCommands, onSave, onDone }: Props) {
  const t = useTranslations("admin.mcp");
  const common = useTranslations("common");
  const [entry, setEntry] = useState<Entry>(() => (initial === null ? emptyEntry : toEntry(initial)));
  const { run, isBusy, reason } = useRun();
  const change = (part: Partial<Entry>): void => setEntry({ ...entry, ...part });
  const save = async (): Promise<void> => {
    if (await run(() => onSave(toFields(entry)))) onDone();
  };
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {allowsCommands && <KindChoice value={entry.kind} onChange={(kind) => change({ kind })} />}
      <TextRow
        label={t("name")}
        help={t("nameHelp")}
        value={entry.name}
        onChange={(name) => change({ name })}
      />
      {entry.kind === "http" ? (
        <HttpRows entry={entry} change={change} />
      ) : (
        <CommandRows entry={entry} change={change} />
      )}
      {initial !== null && <p className="text-sm leading-5 text-quiet">{t("editHelp")}</p>}
      {reason !== null && (
        <p role="alert" className="text-sm leading-5 text-bad wrap-anywhere">
          {reason}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button tone="quiet" onClick={onDone}>
          {common("cancel")}
        </Button>
        <Button type="submit" tone="primary" aria-disabled={isBusy}>
          {isBusy ? t("asking") : initial === null ? t("addDo") : common("save")}
        </Button>
      </div>
    </form>
  );
}

type RowsProps = { entry: Entry; change: (part: Partial<Entry>) => void };

function HttpRows({ entry, change }: RowsProps) {
  const t = useTranslations("admin.mcp");
  return (
    <>
      <TextRow label={t("url")} help={t("urlHelp")} value={entry.url} onChange={(url) => change({ url })} />
      <label className="flex min-h-9 items-center gap-2 text-sm pointer-coarse:min-h-11">
        <input
          type="checkbox"
          checked={entry.usesSignIn}
          onChange={() => change({ usesSignIn: !entry.usesSignIn })}
          className="size-4 accent-accent"
        />
        {t("usesSignIn")}
      </label>
      {!entry.usesSignIn && (
        <TextRow
          label={t("token")}
          help={t("tokenHelp")}
          value={entry.secret}
          isSecret
          onChange={(secret) => change({ secret })}
        />
      )}
    </>
  );
}

function CommandRows({ entry, change }: RowsProps) {
  const t = useTranslations("admin.mcp");
  return (
    <>
      <TextRow
        label={t("command")}
        help={t("commandHelp")}
        value={entry.command}
        onChange={(command) => change({ command })}
      />
      <TextRow
        label={t("args")}
        help={t("argsHelp")}
        value={entry.args}
        isLong
        onChange={(args) => change({ args })}
      />
      <TextRow
        label={t("variables")}
        help={t("variablesHelp")}
        value={entry.secret}
        isLong
        onChange={(secret) => change({ secret })}
      />
    </>
  );
}

function toEntry({ name, transport, usesSignIn }: McpServer): Entry {
  return transport.kind === "http"
    ? { ...emptyEntry, name, usesSignIn, url: transport.url }
    : { ...emptyEntry, name, kind: "command", command: transport.command, args: transport.args.join("\n") };
}

function toFields({ kind, name, url, command, args, secret, usesSignIn }: Entry): ServerFields {
  const lines = args.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
  return {
    name: name.trim(),
    transport: kind === "http" ? { kind, url: url.trim() } : { kind, command: command.trim(), args: lines },
    ...(secret.trim() !== "" && !usesSignIn && { secret: secret.trim() }),
    ...(usesSignIn && kind === "http" && { usesSignIn }),
  };
}

const kinds = ["http", "command"] as const;

function KindChoice({ value, onChange }: { value: Kind; onChange: (kind: Kind) => void }) {
  const t = useTranslations("admin.mcp");
  const group = useId();
  return (
    <fieldset className="flex flex-wrap gap-x-4">
      <legend className="text-sm font-medium">{t("kind")}</legend>
      {kinds.map((kind) => (
        <label key={kind} className="flex min-h-9 items-center gap-2 text-sm pointer-coarse:min-h-11">
          <input
            type="radio"
            name={group}
            checked={value === kind}
            onChange={() => onChange(kind)}
            className="size-4"
          />
          {t(`kinds.${kind}`)}
        </label>
      ))}
    </fieldset>
  );
}

type RowProps = {
  label: string;
  help: ReactNode;
  value: string;
  onChange: (value: string) => void;
  isSecret?: boolean;
  isLong?: boolean;
};

function TextRow({ label, help, value, onChange, isSecret = false, isLong = false }: RowProps) {
  const id = useId();
  const field = {
    ...{ id, value, spellCheck: false, autoCapitalize: "none", autoComplete: "off" },
    "aria-describedby": `${id}-help`,
    className: "text-field w-full",
  };
  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <p id={`${id}-help`} className="pb-1 text-sm leading-5 text-quiet">
        {help}
      </p>
      {isLong ? (
        <textarea {...field} rows={3} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <input
          {...field}
          type={isSecret ? "password" : "text"}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </div>
  );
}
