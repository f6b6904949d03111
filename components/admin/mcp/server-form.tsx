import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field, LongField, readField } from "@/components/ui/field";
import { Segments } from "@/components/ui/segments";
import type { Answer } from "@/lib/client/request";
import { toServerName, type McpReplacement, type McpServer } from "@/lib/features/tool-servers/shape";
import type { Problem } from "@/lib/protocol/problem";

type Props = {
  title: string;
  /** As it is; `null` for a new one. */
  initial: McpServer | null;
  allowsCommands: boolean;
  onSave: (fields: ServerFields) => Promise<Answer<McpServer>>;
  onClose: () => void;
};
export type ServerFields = Omit<McpReplacement, "version">;

const kinds = ["http", "command"] as const;
const faultyFields = ["name", "url", "command", "args", "secret"] as const;
type FaultyField = (typeof faultyFields)[number];
type ServerKind = (typeof kinds)[number];
const asTyped = { spellCheck: false, autoCapitalize: "none", autoComplete: "off" } as const;

/** A name and how the server is reached. It is asked for its tools. */
export function ServerDialog({ title, initial, allowsCommands, onSave, onClose }: Props) {
  const t = useTranslations("admin.mcp");
  const common = useTranslations("common");
  const [kind, setKind] = useState<ServerKind>(initial?.transport.kind ?? "http");
  const save = async (entered: FormData) => {
    const answer = await onSave(readServer(kind, entered));
    const faults = answer.ok ? [] : listFaults(answer.problem, kind);
    return faults.length === 0
      ? answer
      : { fields: Object.fromEntries(faults.map(({ field, fault }) => [field, t(`refused.${fault}`)])) };
  };
  const options = kinds.map((value) => ({ value, name: t(`kinds.${value}`) }));
  return (
    <ConfirmDialog
      title={title}
      action={initial === null ? t("addDo") : common("save")}
      onConfirm={save}
      onClose={onClose}
    >
      <Field {...asTyped} label={t("name")} name="name" hint={t("nameHelp")} defaultValue={initial?.name} />
      {allowsCommands && <Segments label={t("kind")} value={kind} options={options} onChoose={setKind} />}
      {kind === "http" ? <HttpFields initial={initial} /> : <CommandFields initial={initial} />}
      {initial !== null && <p className="text-sm leading-5 text-quiet">{t("editHelp")}</p>}
    </ConfirmDialog>
  );
}

type Fault = { field: FaultyField; fault: Exclude<FaultyField, "secret"> | "taken" | "token" | "variables" };

/** The fields of the form by what the server says of its own; `fault` names the words. */
export function listFaults(problem: Problem | null, kind: ServerKind): Fault[] {
  return Object.keys(problem?.fields ?? {}).flatMap((path): Fault[] => {
    const field = faultyFields.find((name) => path === name || path.split(".")[1] === name);
    if (field === undefined) return [];
    if (field === "secret") return [{ field, fault: kind === "http" ? "token" : "variables" }];
    return [{ field, fault: problem?.code === "already_exists" ? "taken" : field }];
  });
}

function HttpFields({ initial }: Pick<Props, "initial">) {
  const t = useTranslations("admin.mcp");
  const [usesSignIn, setUsesSignIn] = useState(initial?.usesSignIn ?? false);
  const url = initial?.transport.kind === "http" ? initial.transport.url : "";
  return (
    <>
      <Field {...asTyped} label={t("url")} name="url" hint={t("urlHelp")} defaultValue={url} />
      <label className="flex min-h-9 items-center gap-2 text-sm pointer-coarse:min-h-11">
        <input
          type="checkbox"
          name="usesSignIn"
          checked={usesSignIn}
          onChange={() => setUsesSignIn(!usesSignIn)}
          className="size-4 accent-accent"
        />
        {t("usesSignIn")}
      </label>
      {!usesSignIn && (
        <Field {...asTyped} label={t("token")} name="secret" type="password" hint={t("tokenHelp")} />
      )}
    </>
  );
}

function CommandFields({ initial }: Pick<Props, "initial">) {
  const t = useTranslations("admin.mcp");
  const { command, args } =
    initial?.transport.kind === "command" ? initial.transport : { command: "", args: [] };
  return (
    <>
      <Field
        {...asTyped}
        label={t("command")}
        name="command"
        hint={t("commandHelp")}
        defaultValue={command}
      />
      <LongField
        {...asTyped}
        label={t("args")}
        name="args"
        hint={t("argsHelp")}
        defaultValue={args.join("\n")}
      />
      <LongField {...asTyped} label={t("variables")} name="secret" hint={t("variablesHelp")} data-secret="" />
    </>
  );
}

function readServer(kind: ServerKind, entered: FormData): ServerFields {
  const read = (name: string) => readField(entered, name);
  const args = read("args")
    .split("\n")
    .map((line) => line.trim());
  const usesSignIn = entered.get("usesSignIn") !== null;
  return {
    name: toServerName(read("name")),
    transport:
      kind === "http"
        ? { kind, url: read("url") }
        : { kind, command: read("command"), args: args.filter((line) => line !== "") },
    ...(read("secret") !== "" && { secret: read("secret") }),
    ...(usesSignIn && { usesSignIn }),
  };
}
