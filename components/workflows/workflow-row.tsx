import { Diff, Download, Ellipsis, Pause, Pencil, Play, RotateCw, Trash2 } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { useLocalZone } from "@/components/ui/use-local-zone";
import { download } from "@/lib/client/download";
import { exportWorkflow } from "@/lib/features/workflows/api";
import type { WorkflowsReply } from "@/lib/features/workflows/shape/workflows";
import { toPath } from "@/lib/protocol/endpoint";

export type WorkflowAct = "edit" | "run" | "difference" | "delete" | "pause";
type ListedWorkflow = WorkflowsReply["workflows"][number];
type Props = { workflow: ListedWorkflow; onAct: (act: WorkflowAct) => void };

/** A workflow with how it stands: when it comes next, what went wrong, and where its answers are. */
export function WorkflowRow({ workflow, onAct }: Props) {
  const t = useTranslations("settings.workflows");
  const { id, name, question, steps, isWatch, isTool, hasChanged, isPaused, schedule } = workflow;
  const size = 16;
  return (
    <li className="border-t border-hairline py-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-60 leading-5">
          <h2 dir="auto" className="text-sm font-medium wrap-anywhere">
            {name}
          </h2>
          <p dir="auto" className="line-clamp-2 text-sm wrap-anywhere text-quiet">
            {question}
          </p>
          <p className="text-xs leading-5 text-quiet">
            {isWatch ? t("watch") : t("steps", { count: steps.length })}
            {isTool && ` · ${t("usedByAgent")}`}
          </p>
          <State workflow={workflow} />
        </div>
        <div className="flex items-center gap-1">
          {isWatch && (
            <Button tone={hasChanged ? "primary" : "quiet"} onClick={() => onAct("difference")}>
              <Diff size={size} aria-hidden />
              {t(hasChanged ? "changed" : "compare")}
            </Button>
          )}
          <Button onClick={() => onAct("run")}>
            <Play size={size} aria-hidden />
            {t("run")}
          </Button>
          <Menu label={t("more", { name })} icon={<Ellipsis size={size} aria-hidden />} tip="left">
            <MenuItem icon={<Pencil size={size} aria-hidden />} onSelect={() => onAct("edit")}>
              {t("edit")}
            </MenuItem>
            {schedule !== null && (
              <MenuItem
                icon={isPaused ? <RotateCw size={size} aria-hidden /> : <Pause size={size} aria-hidden />}
                onSelect={() => onAct("pause")}
              >
                {t(isPaused ? "resume" : "pause")}
              </MenuItem>
            )}
            <MenuItem
              icon={<Download size={size} aria-hidden />}
              onSelect={() => download(toPath(exportWorkflow, { params: { id } }))}
            >
              {t("export")}
            </MenuItem>
            <MenuItem icon={<Trash2 size={size} aria-hidden />} onSelect={() => onAct("delete")}>
              {t("delete")}
            </MenuItem>
          </Menu>
        </div>
      </div>
    </li>
  );
}

function State({ workflow: { nextAt, schedule, isPaused, problem, runs, cut } }: Pick<Props, "workflow">) {
  const t = useTranslations("settings.workflows");
  const errors = useTranslations("settings.workflows.problems");
  const format = useFormatter();
  const timeZone = useLocalZone();
  const tell = (at: number) =>
    format.dateTime(at, { dateStyle: "medium", timeStyle: "short", ...(timeZone && { timeZone }) });
  const known = knownProblems.find((code) => code === problem?.code) ?? "other";
  return (
    <>
      {schedule !== null && (
        <p className="text-xs leading-5 text-quiet">
          {isPaused || nextAt === null ? t("paused") : t("next", { time: tell(nextAt) })}
        </p>
      )}
      {problem !== null && (
        <p className="text-sm leading-5 text-bad">
          {t("problem", { time: tell(problem.at), why: errors(known) })}
        </p>
      )}
      {cut !== null && runs[0] !== undefined && (
        <p className="text-sm leading-5 text-bad">
          {t(cut === "budget" ? "cutByBudget" : "cut", { time: tell(runs[0].at) })}
        </p>
      )}
      {runs.length > 0 && (
        <ul aria-label={t("answers")} className="flex flex-wrap gap-x-3 text-xs">
          {runs.slice(0, shownRuns).map(({ conversationId, at }) => (
            <li key={conversationId}>
              <Link
                href={`/c/${conversationId}`}
                prefetch={false}
                className="text-accent underline underline-offset-3 pointer-coarse:inline-block pointer-coarse:py-3"
              >
                {tell(at)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const shownRuns = 3;
const knownProblems = [
  "quota_exhausted",
  "forbidden",
  "agent_gone",
  "agent_spent",
  "configuration",
  "invalid_request",
] as const;
