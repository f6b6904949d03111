import { findCutWindow } from "@/lib/engine/loop/cut-prompt";
import { unknownPrice, type Limits, type TokenPrice } from "@/lib/engine/loop/limits";
import { notices } from "@/lib/engine/loop/notices";
import type { AgentOptions } from "@/lib/engine/loop/run-agent";
import { toAppError } from "@/lib/errors";
import { toCallLimits } from "@/lib/engine/loop/call-limits";
import type { CallResult } from "@/lib/engine/consent/consent-view";
import type { ModelHooks, RunDeps, RunModels } from "@/lib/engine/ports";
import type { OpenedContext, RunState } from "@/lib/engine/run/run-state";
import { tellOnce } from "@/lib/engine/run/tell-once";

/** What the loop tells the run, and asks of it. */
export function createLoopHooks(
  deps: Pick<RunDeps, "models" | "log">,
  run: RunState,
  { judge }: OpenedContext,
  { before, limits }: { before: readonly CallResult[]; limits: Limits },
) {
  const { meter } = run;
  const { iterations: limit } = limits;
  return {
    onStepStart({ number, forced, reserveMicroUsd }): void {
      run.purse.beginStep(reserveMicroUsd);
      judge.see([...before, ...run.calls.results()]);
      meter.startStep(forced);
      run.calls.beginStep();
      run.compactions.beginStep();
      const iteration = Math.min(number, limit);
      const details = { iteration, limit };
      if (number > 1) run.progress("observing_results", "Looking at what came back", details);
      run.progress("reasoning", forced ? "Putting the answer together" : "Thinking", details);
    },
    onStepEnd(step) {
      meter.endStep(run.served(), step);
      const { isNear } = deps.models().describe(run.served());
      const window = findCutWindow(step.usage.inputTokens ?? 0, step.estimate.inputTokens);
      if (!isNear || window === null) return;
      const told = tellOnce(run, notices.cutPrompt(run.served(), window));
      if (told) deps.log.warn("prompt_cut_by_server", { runId: run.id, model: run.served(), window });
    },
    onStuck: () => run.notice(notices.stuck()),
    async needsConsent(tool, input) {
      const judged = await judge.settle(tool, input);
      run.trace.consent(tool, input, judged);
      return judged.kind === "ask";
    },
    takeFindings: run.findings.takeNew,
    newPartId: run.newPartId,
    onReasoning: (id, metadata) => run.log.mark({ mark: "reasoning", id, metadata }),
  } satisfies Partial<AgentOptions>;
}

/** The price of the model that speaks; asked for with every delta. */
export function createPriceReader(models: RunModels, run: Pick<RunState, "served">): () => TokenPrice {
  let known: { ref: string; price: TokenPrice } | null = null;
  return () => {
    const ref = run.served();
    if (known?.ref !== ref) known = { ref, price: models.describe(ref).price ?? unknownPrice };
    return known.price;
  };
}

/** Who is sooner there was not waited for. */
const toldAfterMs = 4_000;

export function createModelHooks(run: RunState, now: () => number): ModelHooks {
  const { reasoningVisible } = run.settings;
  return {
    limits: toCallLimits(run.settings),
    onAsked(_ref, isNear) {
      if (!isNear) return () => undefined;
      // A server of one's own loads its model first: no time of the reply. In a plan's steps it is there.
      const goOn = run.task === null ? run.pause() : () => undefined;
      const tell = () =>
        run.progress("reasoning", "Waiting for the model to load", { loading: { waitedMs: toldAfterMs } });
      const timer = setTimeout(tell, toldAfterMs);
      return () => {
        clearTimeout(timer);
        goOn();
      };
    },
    onServed(ref) {
      run.serve(ref);
      // Its first words may be thoughts, which nobody sees.
      if (!reasoningVisible) run.progress("reasoning", "Thinking", { hasBegun: true });
    },
    onRateLimited(ms) {
      run.trace.note("rate_limited", { ms });
      const retry = { askedAt: now(), dueAt: now() + ms };
      run.progress("reasoning", "Rate-limited, waiting to try again", { retry });
    },
    onBroken(ref, ms) {
      tellBroken(run, now(), ms);
      return (written) => {
        const loop = run.loop();
        if (loop !== null) run.meter.endCutStep(ref, loop.breakCall(written));
        run.meter.startStep((loop?.end.forced ?? null) !== null);
        run.trace.note("continued", { model: ref });
        run.progress("generating_response", "Writing the answer");
      };
    },
    onFallback({ from, to, error }) {
      run.noteFallback();
      const { code, detail } = toAppError(error);
      run.trace.note("fallback", { from, to, code });
      run.notice(notices.fallback({ from, to, why: detail ?? code }));
    },
  };
}

/** An answer broke off, and the model is asked again after so many milliseconds. */
export function tellBroken(run: Pick<RunState, "progress">, askedAt: number, ms: number): void {
  const retry = { askedAt, dueAt: askedAt + ms, isBroken: true as const };
  run.progress("reasoning", "The model broke off, waiting to try again", { retry });
}
