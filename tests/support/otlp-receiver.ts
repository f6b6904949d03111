import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import definitions from "otlp-definitions/build/src/generated/root";

type Value = {
  stringValue?: string;
  intValue?: number | { toNumber(): number } | null;
  doubleValue?: number;
};
type Attribute = { key: string; value: Value & { arrayValue?: { values: Value[] } } };
export type ReceivedSpan = {
  name: string;
  traceId: Uint8Array;
  spanId: Uint8Array;
  parentSpanId: Uint8Array;
  startTimeUnixNano: { toString(): string };
  endTimeUnixNano: { toString(): string };
  attributes: Attribute[];
  status?: { code?: number };
};
export type ReceivedMetric = { name: string };
type Traces = { resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[] };
type Metrics = { resourceMetrics: { scopeMetrics: { metrics: ReceivedMetric[] }[] }[] };

type Decoder<MESSAGE> = { decode(bytes: Uint8Array): MESSAGE };
type Collector = {
  trace: { v1: { ExportTraceServiceRequest: Decoder<Traces> } };
  metrics: { v1: { ExportMetricsServiceRequest: Decoder<Metrics> } };
};
/** The package's own types are of another shape than what it exports. */
const { collector } = (definitions as unknown as { opentelemetry: { proto: { collector: Collector } } })
  .opentelemetry.proto;

/** A receiver of OTLP over HTTP on loopback, which decodes by OpenTelemetry's own definitions. */
export async function openOtlpReceiver() {
  const spans: ReceivedSpan[] = [];
  const metrics: ReceivedMetric[] = [];
  const bodies: Buffer[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = Buffer.concat(parts);
      bodies.push(body);
      if (request.url === "/v1/traces") {
        const { resourceSpans } = collector.trace.v1.ExportTraceServiceRequest.decode(body);
        spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((each) => each.spans)));
      } else if (request.url === "/v1/metrics") {
        const { resourceMetrics } = collector.metrics.v1.ExportMetricsServiceRequest.decode(body);
        metrics.push(...resourceMetrics.flatMap((all) => all.scopeMetrics.flatMap((each) => each.metrics)));
      }
      response.writeHead(200, { "content-type": "application/x-protobuf" }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    metrics,
    bodies,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** An attribute's plain value. */
export function readAttribute({ attributes }: ReceivedSpan, key: string): string | number | undefined {
  const value = attributes.find((attribute) => attribute.key === key)?.value;
  if (value === undefined) return undefined;
  if (typeof value.intValue === "object" && value.intValue !== null) return value.intValue.toNumber();
  return value.stringValue ?? value.intValue ?? value.doubleValue ?? undefined;
}
