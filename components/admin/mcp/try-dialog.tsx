import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { LongField, readField } from "@/components/ui/field";
import { scrollable } from "@/components/ui/scrollable";
import { call } from "@/lib/client/request";
import { tryTool } from "@/lib/features/tool-servers/api";
import {
  needsCare,
  type McpPinned,
  type McpServer,
  type McpTool,
  type McpTrialReply,
} from "@/lib/features/tool-servers/shape";
import { Value } from "./definition";
import { readTrialInput, toSampleInput } from "./trial-input";

type Props = { server: McpServer; tool: McpTool; found: McpPinned; onClose: () => void };

/** Calls a tool once with what is entered, and shows what it gave. */
export function TryDialog({ server, tool, found, onClose }: Props) {
  const t = useTranslations("admin.mcp.trial");
  const [result, setResult] = useState<McpTrialReply | null>(null);
  const { inputSchema } = found.definition;
  const asksFirst = needsCare(found);
  const run = async (entered: FormData) => {
    setResult(null);
    const input = readTrialInput(readField(entered, "input"));
    if (typeof input === "string") return { fields: { input: t(`faults.${input}`) } };
    const mayChange = entered.get("mayChange") !== null;
    if (asksFirst && !mayChange) return t("agreeFirst");
    const body = { tool: tool.name, fingerprint: found.fingerprint, input, mayChange };
    return call(tryTool, { params: { id: server.id }, body });
  };
  return (
    <ConfirmDialog<McpTrialReply>
      title={t("title", { name: tool.name })}
      action={t("run")}
      isClosedByItself={false}
      onConfirm={run}
      onDone={setResult}
      onClose={onClose}
    >
      <p className="text-sm leading-5 text-quiet">{t("help")}</p>
      <LongField
        label={t("input")}
        name="input"
        dir="ltr"
        spellCheck={false}
        defaultValue={toSampleInput(inputSchema)}
      />
      <details className="text-sm">
        <summary className="w-fit text-quiet hover:text-ink pointer-coarse:py-3">{t("schema")}</summary>
        <Value value={inputSchema} />
      </details>
      {asksFirst && (
        <label className="flex min-h-9 items-center gap-2 text-sm pointer-coarse:min-h-11">
          <input type="checkbox" name="mayChange" className="size-4 accent-accent" />
          {t("agree")}
        </label>
      )}
      {result !== null && <Result result={result} />}
    </ConfirmDialog>
  );
}

/** A stranger's words, as text. */
function Result({ result: { text, isError, pictures, leftOut, tookMs } }: { result: McpTrialReply }) {
  const t = useTranslations("admin.mcp.trial");
  const format = useFormatter();
  const seconds = format.number(tookMs / 1_000, { maximumFractionDigits: 1 });
  return (
    <div role="status" className="grid gap-2 text-sm">
      <p className={isError ? "text-bad" : "text-good"}>{t(isError ? "failed" : "answered", { seconds })}</p>
      <pre
        dir="auto"
        {...scrollable}
        aria-label={t("answer")}
        className="max-h-60 overflow-auto rounded-lg bg-sunken p-2 font-mono text-xs leading-5 whitespace-pre-wrap wrap-anywhere"
      >
        {text || t("empty")}
      </pre>
      {pictures > 0 && <p className="text-quiet">{t("pictures", { count: pictures })}</p>}
      {leftOut > 0 && <p className="text-quiet">{t("leftOut", { count: leftOut })}</p>}
    </div>
  );
}
