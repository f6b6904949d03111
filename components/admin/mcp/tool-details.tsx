import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { SideSheet } from "@/components/admin/side-sheet";
import { Button } from "@/components/ui/button";
import { SmallSelect } from "@/components/ui/small-select";
import { Switch } from "@/components/ui/switch";
import { Problem } from "@/components/ui/problem";
import { mcpApprovals, saysReadOnly, type McpPatch, type McpTool } from "@/lib/features/tool-servers/shape";
import { Definition, Differences } from "./definition";
import { MayDo } from "./may-do";
import { useAction } from "@/components/ui/use-action";

type ToolChange = NonNullable<McpPatch["tools"]>[string];
type Props = {
  tool: McpTool;
  onChange: (change: ToolChange) => Promise<string | null>;
  onClose: () => void;
};

/** A tool: what it says it is, whether it is taken as it stands, and how it may be used. */
export function ToolDetails({ tool, onChange, onClose }: Props) {
  const t = useTranslations("admin.mcp");
  const { run, reason } = useAction();
  const { found, taken } = tool;
  const definition = (found ?? taken)?.definition;
  const change = (part: ToolChange): void => void run(() => onChange(part));
  const isUsable = taken !== null && found !== null;
  return (
    <SideSheet title={tool.name} onClose={onClose}>
      <MayDo tool={tool} />
      <p dir="auto" className="pt-2 text-sm leading-5 whitespace-pre-wrap text-soft wrap-anywhere">
        {definition?.description || t("noDescription")}
      </p>
      {isUsable && tool.state === "changed" && (
        <Differences taken={taken.definition} found={found.definition} />
      )}
      <TakeButton tool={tool} onChange={change} />
      {isUsable && <Policy tool={tool} onChange={change} />}
      <Problem className="pt-2">{reason}</Problem>
      {definition !== undefined && <Definition definition={definition} offeredAs={tool.offeredAs} />}
    </SideSheet>
  );
}

type PartProps = { tool: McpTool; onChange: (change: ToolChange) => void };

/** Takes exactly what is shown: where it is another one by now, the server refuses. */
function TakeButton({ tool: { name, state, found }, onChange }: PartProps) {
  const t = useTranslations("admin.mcp");
  if (found === null || (state !== "new" && state !== "changed")) return null;
  return (
    <Button
      className="mt-3"
      tone="primary"
      onClick={() => onChange({ accept: found.fingerprint, ...(state === "new" && { isEnabled: true }) })}
    >
      {t(state === "new" ? "offer" : "takeAgain")}
      <span className="sr-only">: {name}</span>
    </Button>
  );
}

function Policy({ tool, onChange }: PartProps) {
  const t = useTranslations("admin.mcp");
  const isReading = tool.taken !== null && saysReadOnly(tool.taken.definition);
  const choices = mcpApprovals.filter((approval) => approval !== "never" || isReading);
  return (
    <div className="grid gap-1 pt-3 text-sm">
      <Labelled label={t("isOffered")}>
        <Switch label={tool.name} isOn={tool.isEnabled} onChange={(isEnabled) => onChange({ isEnabled })} />
      </Labelled>
      <Labelled label={t("approval")}>
        <SmallSelect
          label={`${t("approval")}: ${tool.name}`}
          value={tool.approval}
          options={choices.map((value) => ({ value, label: t(`approvals.${value}`) }))}
          onChoose={(approval) => onChange({ approval })}
        />
      </Labelled>
      <PerDay key={tool.perDay} tool={tool} onChange={onChange} />
    </div>
  );
}

/** Saved when the field is left. Empty: no limit. */
function PerDay({ tool, onChange }: PartProps) {
  const t = useTranslations("admin.mcp");
  const tUnset = useTranslations("admin.unset");
  const [text, setText] = useState(String(tool.perDay ?? ""));
  const save = (): void => {
    const perDay = text.trim() === "" ? null : Math.round(Number(text));
    if (perDay !== tool.perDay && !Number.isNaN(perDay)) onChange({ perDay });
  };
  return (
    <Labelled label={t("perDay")}>
      <input
        inputMode="numeric"
        value={text}
        placeholder={tUnset("noLimit")}
        aria-label={`${t("perDay")}: ${tool.name}`}
        onChange={(event) => setText(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => event.key === "Enter" && save()}
        className="text-field w-24"
      />
    </Labelled>
  );
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 pointer-coarse:min-h-11">
      <span className="text-quiet" aria-hidden="true">
        {label}
      </span>
      {children}
    </span>
  );
}
