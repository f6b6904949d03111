import { CircleAlert, CircleCheck, CircleDashed, CirclePause, CircleX, Gauge } from "lucide-react";
import { useTranslations } from "next-intl";
import type { RunSummary } from "@/lib/protocol/runs";
import { useRunWords } from "./use-run-words";

const signs = {
  completed: { Sign: CircleCheck, tone: "text-good" },
  limited: { Sign: Gauge, tone: "text-partly" },
  stopped: { Sign: CirclePause, tone: "text-quiet" },
  failed: { Sign: CircleX, tone: "text-bad" },
  interrupted: { Sign: CircleAlert, tone: "text-bad" },
  running: { Sign: CircleDashed, tone: "text-quiet" },
} as const;

export const isFailed = ({ outcome }: Pick<RunSummary, "outcome">): boolean =>
  outcome === "failed" || outcome === "interrupted";

type Props = { run: Pick<RunSummary, "outcome" | "causes">; withCause?: boolean };

/** How a run ended, with its sign; what failed in red, with why. */
export function OutcomeWords({ run, withCause = true }: Props) {
  const t = useTranslations("runs.outcome");
  const { toCause } = useRunWords();
  const outcome = run.outcome ?? "running";
  const { Sign, tone } = signs[outcome];
  const [cause] = run.causes;
  const why = withCause && isFailed(run) && cause !== undefined ? toCause(cause) : null;
  return (
    <span className={isFailed(run) ? "text-bad" : ""}>
      <Sign size={16} aria-hidden className={`me-1.5 inline-block align-[-3px] ${tone}`} />
      {t(outcome)}
      {why !== null && `: ${why}`}
    </span>
  );
}
