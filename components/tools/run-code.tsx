import { Code } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ToolCallPart } from "@/lib/client/message/approvals";
import { findData, type ToolView } from "./tool-view";

export const runCodeView: ToolView<"run_code"> = {
  Icon: Code,
  asked: ({ input }) => input?.code?.trim().split("\n")[0] ?? "",
  result: ({ output, value }) => ({
    result: (value ?? output.trim().split("\n").at(-1) ?? "").slice(0, 120),
  }),
  question: (_call, t) => t("run_code.ask"),
  Details: RunCodeDetails,
};

/** The code and what came of it, as text. */
function RunCodeDetails({ call }: { call: ToolCallPart<"run_code"> }) {
  const t = useTranslations("tools.run_code");
  const data = findData(call);
  const failure = findFailure(call);
  return (
    <div className="flex flex-col gap-3">
      <Listing title={t("code")} text={call.input?.code ?? ""} />
      {data !== null && <Listing title={t("output")} text={data.output.trimEnd()} />}
      {data !== null && <Listing title={t("value")} text={data.value ?? ""} />}
      {failure !== null && <Listing title={t("failure")} text={failure} />}
    </div>
  );
}

function findFailure(call: ToolCallPart<"run_code">): string | null {
  if (call.state === "output-error") return call.errorText;
  return call.state === "output-available" && !call.output.ok ? call.output.message : null;
}

function Listing({ title, text }: { title: string; text: string }) {
  if (text === "") return null;
  return (
    <section>
      <h3 className="text-xs font-semibold">{title}</h3>
      <pre
        dir="ltr"
        className="mt-1 max-h-80 overflow-auto rounded-lg bg-sunken p-2 font-mono text-xs leading-5 whitespace-pre-wrap text-ink"
      >
        {text}
      </pre>
    </section>
  );
}
