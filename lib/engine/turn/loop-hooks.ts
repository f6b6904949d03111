import type { Reply } from "@/lib/engine/run/reply";
import type { Account } from "@/lib/engine/run/account";
import { findCutWindow } from "@/lib/engine/loop/cut-prompt";
import { unknownPrice, type Limits, type TokenPrice } from "@/lib/engine/loop/limits";
import { notices } from "@/lib/engine/loop/notices";
import type { AgentOptions } from "@/lib/engine/loop/run-agent";
import { toAppError } from "@/lib/errors";
import { toCallLimits } from "@/lib/engine/loop/call-limits";
import type { CallResult } from "@/lib/protocol/tool-results";
import type { ModelHooks, RunModels, RunHost } from "@/lib/engine/ports";
import type { OpenedContext } from "@/lib/engine/run/context";
import type { RunParts } from "@/lib/engine/run/run";

/** What the loop tells the run, and asks of it. */
export function createLoopHooks(
  host: RunHost,
  run: RunParts,
  { judge }: Pick<OpenedContext, "judge">,
  { before, limits }: { before: readonly CallResult[]; limits: Limits },
) {
  const { meter } = run.account;
  const { iterations: limit } = limits;
  return {
    onStepStart({ number, forced, reserveMicroUsd }): void {
      run.account.purse.beginStep(reserveMicroUsd);
      judge.see([...before, ...run.reply.calls.results()]);
      meter.startStep(forced);
      run.reply.calls.beginStep();
      run.context.compactions.beginStep();
      const iteration = Math.min(number, limit);
      const details = { iteration, limit };
      if (number > 1) run.reply.stage("observing_results", "Looking at what came back", details);
      run.reply.stage("reasoning", forced ? "Putting the answer together" : "Thinking", details);
    },
    onStepEnd(step) {
      const model = run.account.model.ref();
      meter.endStep(model, step);
      const window = findCutWindow(step.usage.inputTokens ?? 0, step.estimate.inputTokens);
      if (!host.models().describe(model).isNear || window === null) return;
      if (run.reply.tellOnce(notices.cutPrompt(model, window)))
        host.log.warn("prompt_cut_by_server", { runId: run.brief.id, model, window });
    },
    onStuck: () => run.reply.notice(notices.stuck()),
    async needsConsent(tool, input) {
      const judged = await judge.settle(tool, input);
      run.reply.trace.consent(tool, input, judged);
      return judged.kind === "ask";
    },
    takeFindings: run.plan.findings.takeNew,
    newPartId: run.reply.newPartId,
    onReasoning: (id, metadata) => run.reply.log.mark({ mark: "reasoning", id, metadata }),
  } satisfies Partial<AgentOptions>;
}

/** The price of the model that speaks; asked for with every delta. */
export function createPriceReader(models: RunModels, account: Account): () => TokenPrice {
  let known: { ref: string; price: TokenPrice } | null = null;
  return () => {
    const ref = account.model.ref();
    if (known?.ref !== ref) known = { ref, price: models.describe(ref).price ?? unknownPrice };
    return known.price;
  };
}

/** Who is sooner there was not waited for. */
const toldAfterMs = 4_000;

export function createModelHooks(run: RunParts, now: () => number): ModelHooks {
  const { reasoningVisible } = run.brief.settings;
  return {
    limits: toCallLimits(run.brief.settings),
    onAsked(_ref, isNear) {
      if (!isNear) return () => undefined;
      // A server of one's own loads its model first: no time of the reply. In a plan's steps it is there.
      const goOn = run.brief.task === null ? run.account.pause() : () => undefined;
      const tell = () =>
        run.reply.stage("reasoning", "Waiting for the model to load", { loading: { waitedMs: toldAfterMs } });
      const timer = setTimeout(tell, toldAfterMs);
      return () => {
        clearTimeout(timer);
        goOn();
      };
    },
    onServed(ref) {
      run.account.model.use(ref);
      // Its first words may be thoughts, which nobody sees.
      if (!reasoningVisible) run.reply.stage("reasoning", "Thinking", { hasBegun: true });
    },
    onRateLimited(ms) {
      run.reply.trace.note("rate_limited", { ms });
      const retry = { askedAt: now(), dueAt: now() + ms };
      run.reply.stage("reasoning", "Rate-limited, waiting to try again", { retry });
    },
    onBroken(ref, ms) {
      tellBroken(run.reply, now(), ms);
      return (written) => {
        const loop = run.account.loop();
        if (loop !== null) run.account.meter.endCutStep(ref, loop.breakCall(written));
        run.account.meter.startStep((loop?.end.forced ?? null) !== null);
        run.reply.trace.note("continued", { model: ref });
        run.reply.stage("generating_response", "Writing the answer");
      };
    },
    onFallback({ from, to, error }) {
      run.account.model.noteFallback();
      const { code, detail } = toAppError(error);
      run.reply.trace.note("fallback", { from, to, code });
      run.reply.notice(notices.fallback({ from, to, why: detail ?? code }));
    },
  };
}

/** An answer broke off, and the model is asked again after so many milliseconds. */
export function tellBroken(reply: Reply, askedAt: number, ms: number): void {
  const retry = { askedAt, dueAt: askedAt + ms, isBroken: true as const };
  reply.stage("reasoning", "The model broke off, waiting to try again", { retry });
}
