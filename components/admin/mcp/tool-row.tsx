import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { SmallSelect } from "@/components/ui/small-select";
import { Switch } from "@/components/ui/switch";
import { Problem } from "@/components/ui/problem";
import { mcpApprovals, saysReadOnly, type McpPatch, type McpTool } from "@/lib/features/tool-servers/shape";
import { Definition, Differences } from "./definition";
import { useAction } from "@/components/ui/use-action";

type ToolChange = NonNullable<McpPatch["tools"]>[string];
type Props = { tool: McpTool; onChange: (change: ToolChange) => Promise<string | null> };

const marks = {
  new: "text-accent",
  ready: "text-quiet",
  changed: "text-partly",
  gone: "text-quiet",
} as const;

/** A tool: what it says it is, whether it is taken as it stands, and how it may be used. */
export function ToolRow({ tool, onChange }: Props) {
  const { run, reason } = useAction();
  const { found, taken } = tool;
  const definition = (found ?? taken)?.definition;
  const change = (part: ToolChange): void => void run(() => onChange(part));
  const isUsable = taken !== null && found !== null;
  return (
    <li className="rounded-xl border border-hairline bg-raised px-4 py-3">
      <div className="flex items-start justify-between gap-4">
        <Head tool={tool} description={definition?.description ?? ""} />
        {isUsable && (
          <Switch label={tool.name} isOn={tool.isEnabled} onChange={(isEnabled) => change({ isEnabled })} />
        )}
      </div>
      {isUsable && tool.state === "changed" && (
        <Differences taken={taken.definition} found={found.definition} />
      )}
      {definition !== undefined && <Definition definition={definition} offeredAs={tool.offeredAs} />}
      <TakeButton tool={tool} onChange={change} />
      {isUsable && <Policy tool={tool} onChange={change} />}
      <Problem className="pt-2">{reason}</Problem>
    </li>
  );
}

function Head({ tool: { name, state }, description }: { tool: McpTool; description: string }) {
  const t = useTranslations("admin.mcp");
  return (
    <div className="min-w-0">
      <h3 className="flex flex-wrap items-baseline gap-x-2 font-medium">
        <span dir="auto" className="wrap-anywhere">
          {name}
        </span>
        <span className={`text-xs font-normal ${marks[state]}`}>{t(`states.${state}`)}</span>
      </h3>
      <p dir="auto" className="line-clamp-3 text-sm leading-5 text-quiet wrap-anywhere">
        {description || t("noDescription")}
      </p>
    </div>
  );
}

/** Takes exactly what is shown: where it is another one by now, the server refuses. */
function TakeButton({ tool, onChange }: { tool: McpTool; onChange: (change: ToolChange) => void }) {
  const t = useTranslations("admin.mcp");
  const { name, state, found } = tool;
  if (found === null || (state !== "new" && state !== "changed")) return null;
  return (
    <Button
      className="mt-3"
      onClick={() => onChange({ accept: found.fingerprint, ...(state === "new" && { isEnabled: true }) })}
    >
      {t(state === "new" ? "take" : "takeAgain")}
      <span className="sr-only">: {name}</span>
    </Button>
  );
}

function Policy({ tool, onChange }: { tool: McpTool; onChange: (change: ToolChange) => void }) {
  const t = useTranslations("admin.mcp");
  const isReading = tool.taken !== null && saysReadOnly(tool.taken.definition);
  const choices = mcpApprovals.filter((approval) => approval !== "never" || isReading);
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 pt-2 text-sm">
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
function PerDay({ tool, onChange }: { tool: McpTool; onChange: (change: ToolChange) => void }) {
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
    <span className="inline-flex min-h-9 flex-wrap items-center gap-x-2 pointer-coarse:min-h-11">
      <span className="text-quiet" aria-hidden="true">
        {label}
      </span>
      {children}
    </span>
  );
}
