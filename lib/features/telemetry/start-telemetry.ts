import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-proto";
import { PrometheusExporter, PrometheusSerializer } from "@opentelemetry/exporter-prometheus";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import type { Resource } from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { createInstruments, createRatingCounter } from "./instruments";
import { observeProcess } from "./observe-process";
import { recordSpans } from "./record-spans";
import type { Telemetry, TelemetryOptions } from "./telemetry";

/** A receiver that hangs holds neither the closing of the server nor a request. */
const limitMs = 3_000;
const scope = "sextant";

/** What else the standard variables say (headers, names, attributes, sampling) the SDK reads itself. */
export function startTelemetry(options: TelemetryOptions): Telemetry {
  const resource = toResource(options.version);
  const shown = options.isExposed ? new PrometheusExporter({ preventServerStart: true }) : null;
  const meters = openMeters(options, resource, shown);
  const tracers = openTracers(options, resource);
  const count = createInstruments(meters.getMeter(scope), options.expected);
  const endObserving = observeProcess(meters.getMeter(scope), options);
  const tracer = tracers?.getTracer(scope) ?? null;
  const serializer = new PrometheusSerializer(undefined, false, undefined, true, true);
  const settle = async (work: (Promise<void> | undefined)[]): Promise<void> => {
    const timer = Promise.withResolvers<void>();
    const timeout = setTimeout(timer.resolve, limitMs).unref();
    const all = Promise.all(work).catch((error: unknown) =>
      options.log.warn("telemetry_not_sent", { error }),
    );
    await Promise.race([all, timer.promise]);
    clearTimeout(timeout);
  };
  return {
    hasSpans: tracer !== null,
    observe(ended) {
      count(ended.record);
      if (tracer !== null) recordSpans(tracer, ended);
    },
    countRating: createRatingCounter(meters.getMeter(scope)),
    async expose() {
      if (shown === null) return "";
      const { resourceMetrics, errors } = await shown.collect();
      if (errors.length > 0) options.log.warn("metrics_not_collected", { error: errors[0] });
      return serializer.serialize(resourceMetrics);
    },
    flush: () =>
      settle([tracers?.forceFlush(), options.metricsUrl === null ? undefined : meters.forceFlush()]),
    async close() {
      await settle([tracers?.shutdown(), meters.shutdown()]);
      endObserving();
    },
  };
}

function toResource(version: string): Resource {
  const own = resourceFromAttributes({ "service.name": scope, "service.version": version });
  return defaultResource()
    .merge(own)
    .merge(detectResources({ detectors: [envDetector] }));
}

function openMeters(
  { metricsUrl }: TelemetryOptions,
  resource: Resource,
  shown: PrometheusExporter | null,
): MeterProvider {
  const sent =
    metricsUrl === null
      ? []
      : [new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter({ url: metricsUrl }) })];
  return new MeterProvider({ resource, readers: [...sent, ...(shown === null ? [] : [shown])] });
}

function openTracers({ tracesUrl }: TelemetryOptions, resource: Resource): BasicTracerProvider | null {
  if (tracesUrl === null) return null;
  const spanProcessors = [new BatchSpanProcessor(new OTLPTraceExporter({ url: tracesUrl }))];
  return new BasicTracerProvider({ resource, spanProcessors });
}
