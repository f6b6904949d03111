import { isEqual } from "@/lib/secrets";
import type { Doors, EndedRun } from "@/lib/engine/feature";
import type { Env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import type { WebGround } from "@/lib/features/web/web";
import type { RunRecord } from "@/lib/protocol/run-record";
import type { TraceRow } from "@/lib/protocol/runs";
import type { Expected, RatingEvent } from "./instruments";
import { openTelemetry } from "./open-telemetry";
import { settableTools } from "@/lib/engine/tools/catalog";
import { toTraceRows } from "@/lib/features/traces/to-rows";
import { readTrace } from "@/lib/features/traces/trace-file";

/** What programs that watch the site are told, where the environment says so. */
export async function openSiteTelemetry(ground: WebGround, { runs }: Doors) {
  const { env, version, records, breakers, log, storeFailures, countBackground } = ground;
  const telemetry = await openTelemetry({
    ...toReceivers(env),
    ...{ isExposed: env.METRICS_TOKEN !== undefined, log },
    ...{ version, store: env.STORE, listBreakers: breakers.list, storeFailures },
    ...{ countBackground, countReplies: () => runs().count() },
    expected: await listExpected(ground),
  });

  async function readRows(userId: string, record: RunRecord): Promise<TraceRow[]> {
    const { id: runId, conversationId, startedAt } = record;
    const bytes = await records.traces.find({ userId, runId, conversationId, startedAt });
    return bytes === null ? [] : toTraceRows((await readTrace(bytes)).entries, startedAt);
  }

  const service = {
    countRating: (value: RatingEvent): void => telemetry?.countRating(value),

    /** Throws `not_found` where there is no token, `unauthenticated` for another one. */
    async readMetrics(authorization: string | null): Promise<string> {
      if (telemetry === null || env.METRICS_TOKEN === undefined)
        throw new AppError("not_found", "There are no measurements here.");
      if (!isEqual(authorization ?? "", `Bearer ${env.METRICS_TOKEN}`))
        throw new AppError("unauthenticated", "This address needs its token.");
      return telemetry.expose();
    },
  };
  async function onEnded({ userId, record, traced }: EndedRun): Promise<void> {
    await traced.catch(() => undefined);
    log.info("run_ended", toLine(userId, record));
    if (telemetry === null) return;
    telemetry.observe({ record, rows: telemetry.hasSpans ? await readRows(userId, record) : [] });
    // A function may be frozen once it has answered.
    if (env.isVercel) await telemetry.flush();
  }

  return { name: "telemetry", service, onEnded, close: async () => telemetry?.close() };
}

async function listExpected({ chainOf, settings, engines }: WebGround): Promise<Expected> {
  const [model = "none"] = await chainOf("main");
  const { agentStyle: style } = (await settings.get()).settings;
  return { model, style, tools: settableTools, engines: engines().map(({ id }) => id) };
}

/** What somebody who keeps the site going reads of a run: ids, names of the site's own, and numbers. */
function toLine(personId: string, { id: runId, stepOf, steps, usage, ...run }: RunRecord) {
  const { model, outcome, reason, startedAt, endedAt, costMicroUsd } = run;
  return {
    ...{ runId, personId, model, outcome, reason, stepOf: stepOf?.runId },
    ms: (endedAt ?? startedAt) - startedAt,
    tokens: { input: usage.inputTokens, output: usage.outputTokens },
    costUsd: costMicroUsd / 1e6,
    rounds: steps.length,
  };
}

/** As the specification of OTLP's exporters says: the common address is a base, the others are whole. */
function toReceivers(env: Env): { tracesUrl: string | null; metricsUrl: string | null } {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, "");
  const at = (path: string) => (base === undefined ? null : `${base}${path}`);
  const isOff = env.OTEL_SDK_DISABLED === "true";
  return {
    tracesUrl:
      isOff || env.OTEL_TRACES_EXPORTER === "none"
        ? null
        : (env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? at("/v1/traces")),
    metricsUrl:
      isOff || env.OTEL_METRICS_EXPORTER === "none"
        ? null
        : (env.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT ?? at("/v1/metrics")),
  };
}
