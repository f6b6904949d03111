import { useTranslations } from "next-intl";
import { useState } from "react";
import { toLocalList } from "@/components/admin/local-list";
import { Button } from "@/components/ui/button";
import { DataTable } from "@/components/ui/table";
import type { Column } from "@/components/ui/use-table-view";
import { Problem } from "@/components/ui/problem";
import { useAction } from "@/components/ui/use-action";
import { needsCare, type McpPatch, type McpServer, type McpTool } from "@/lib/features/tool-servers/shape";
import { listMarks, MayDo } from "./may-do";
import { ToolDetails } from "./tool-details";
import { TryDialog } from "./try-dialog";
import type { Servers } from "./use-servers";

type Props = { server: McpServer; servers: Servers };
type Changes = NonNullable<McpPatch["tools"]>;

/** All tools of a server, which stay in their places: looked at, tried, offered and withdrawn. */
export function ReviewTable({ server, servers }: Props) {
  const t = useTranslations("admin.mcp");
  const { run, reason } = useAction();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<{ name: string; isTrial: boolean } | null>(null);
  const columns = useColumns((name) => setOpen({ name, isTrial: true }));
  const { tools } = server;
  const close = () => setOpen(null);
  const apply = async (changes: Changes): Promise<void> => {
    if (Object.keys(changes).length === 0) return;
    if (await run(() => servers.change(server, { tools: changes }))) setChosen(new Set());
  };
  const shown = tools.find(({ name }) => name === open?.name);
  const found = shown?.found ?? null;
  const calm = tools.filter(isCalm);
  return (
    <>
      {calm.length > 0 && (
        <Button className="mt-3" onClick={() => void apply(toOffer(calm))}>
          {t("offerReading", { count: calm.length })}
          <span className="sr-only">: {server.name}</span>
        </Button>
      )}
      <Problem className="pt-2">{reason}</Problem>
      <DataTable
        name="server-tools"
        label={t("toolsOf", { name: server.name })}
        list={toLocalList(tools)}
        rowKey={({ name }) => name}
        columns={columns}
        onOpen={({ name }) => setOpen({ name, isTrial: false })}
        choice={{
          ...{ chosen, onChange: setChosen },
          actions: (
            <BulkActions
              tools={tools.filter(({ name }) => chosen.has(name))}
              onApply={(made) => void apply(made)}
            />
          ),
        }}
        empty={t("noTools")}
      />
      <p className="pt-2 text-small text-quiet">{t("mayDo.note")}</p>
      {shown !== undefined && open?.isTrial === false && (
        <ToolDetails
          tool={shown}
          onChange={(change) => servers.change(server, { tools: { [shown.name]: change } })}
          onClose={close}
        />
      )}
      {shown !== undefined && found !== null && open?.isTrial === true && (
        <TryDialog {...{ server, tool: shown, found }} onClose={close} />
      )}
    </>
  );
}

function BulkActions({ tools, onApply }: { tools: McpTool[]; onApply: (changes: Changes) => void }) {
  const t = useTranslations("admin.mcp");
  const left = tools.filter(({ state }) => state === "changed" || state === "gone").length;
  return (
    <>
      <Button tone="primary" onClick={() => onApply(toOffer(tools))}>
        {t("offer")}
      </Button>
      <Button onClick={() => onApply(toWithdrawn(tools))}>{t("withdraw")}</Button>
      {left > 0 && <p className="text-small text-partly">{t("leftOut", { count: left })}</p>}
    </>
  );
}

/** New, by its server's word for reading alone, and nothing else was found when it was looked at. */
function isCalm({ state, found }: McpTool): boolean {
  return state === "new" && found !== null && found.reaches !== null && !needsCare(found);
}

/** One that has changed is looked at by itself. */
function toOffer(tools: readonly McpTool[]): Changes {
  const usable = tools.filter(({ state }) => state === "new" || state === "ready");
  return Object.fromEntries(
    usable.map(({ name, state, found }) => [
      name,
      { isEnabled: true, ...(state === "new" && found !== null && { accept: found.fingerprint }) },
    ]),
  );
}

function toWithdrawn(tools: readonly McpTool[]): Changes {
  const offered = tools.filter(({ isEnabled }) => isEnabled);
  return Object.fromEntries(offered.map(({ name }) => [name, { isEnabled: false }]));
}

function ToolState({ tool }: { tool: McpTool }) {
  const t = useTranslations("admin.mcp.states");
  return (
    <span className={tool.state === "changed" ? "text-partly" : "text-quiet"}>{t(toShownState(tool))}</span>
  );
}

function useColumns(onTry: (name: string) => void): Column<McpTool>[] {
  const t = useTranslations("admin.mcp");
  return [
    {
      ...{ id: "tool", name: t("tool"), isMain: true },
      cell: (tool) => (
        <>
          <span dir="auto" className="font-mono text-[13px] wrap-anywhere">
            {tool.name}
          </span>
          <span dir="auto" className="line-clamp-1 text-small font-normal text-quiet wrap-anywhere">
            {(tool.found ?? tool.taken)?.definition.description || t("noDescription")}
          </span>
          <span className="block text-small font-normal sm:hidden">
            <ToolState tool={tool} />
          </span>
        </>
      ),
      value: ({ name }) => name,
    },
    {
      ...{ id: "mayDo", name: t("mayDo.name") },
      cell: (tool) => <MayDo tool={tool} />,
      value: (tool) =>
        listMarks(tool)
          .map((mark) => t(`mayDo.${mark}`))
          .join(", "),
    },
    {
      ...{ id: "state", name: t("state") },
      cell: (tool) => <ToolState tool={tool} />,
      value: (tool) => t(`states.${toShownState(tool)}`),
    },
    {
      ...{ id: "approval", name: t("approval"), isOptional: true },
      cell: ({ approval }) => t(`approvals.${approval}`),
      value: ({ approval }) => t(`approvals.${approval}`),
    },
    {
      ...{ id: "perDay", name: t("perDay"), isOptional: true, isEnd: true },
      cell: toPerDay,
      value: toPerDay,
    },
    {
      ...{ id: "try", name: t("trial.name"), isControl: true },
      cell: ({ name, found }) =>
        found !== null && (
          <Button onClick={() => onTry(name)}>
            {t("trial.name")}
            <span className="sr-only">: {name}</span>
          </Button>
        ),
      value: () => null,
    },
  ];
}

const toPerDay = ({ perDay }: McpTool): number | null => perDay;

function toShownState({ state, isEnabled }: McpTool) {
  if (state !== "ready") return state;
  return isEnabled ? "offered" : "withdrawn";
}
