import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Attributes, Meter } from "@opentelemetry/api";
import type { BreakerState } from "@/lib/protocol/breakers";

export type ProcessReadings = {
  version: string;
  /** The driver of the store. */
  store: string;
  /** How often the store failed, by code. */
  storeFailures: ReadonlyMap<string, number>;
  listBreakers: () => readonly BreakerState[];
  /** Replies that are being made, and steps of their plans. */
  countReplies: () => { replies: number; steps: number };
  /** Work beside the replies that has not ended. */
  countBackground: () => number;
};

type Measurement = [value: number, labels?: Attributes];

const resolutionMs = 20;

/** What is read when somebody asks. Call what it gives when nobody asks any more. */
export function observeProcess(meter: Meter, readings: ProcessReadings): () => void {
  const answered = new Map(["1xx", "2xx", "3xx", "4xx", "5xx"].map((status) => [status, 0]));
  const count = (message: unknown) => {
    const { response } = message as { response: ServerResponse };
    const status = `${Math.floor(response.statusCode / 100)}xx`;
    answered.set(status, (answered.get(status) ?? 0) + 1);
  };
  subscribe("http.server.response.finish", count);
  const list = (counts: ReadonlyMap<string, number>, label: string): Measurement[] =>
    [...counts].map(([key, value]) => [value, { [label]: key }]);
  const gauge = (name: string, description: string, read: () => Measurement[]) =>
    meter.createObservableGauge(name, { description }).addCallback((result) => {
      for (const [value, labels] of read()) result.observe(value, labels);
    });
  const counter = (name: string, description: string, read: () => Measurement[]) =>
    meter.createObservableCounter(name, { description }).addCallback((result) => {
      for (const [value, labels] of read()) result.observe(value, labels);
    });
  const { version, store } = readings;
  gauge("sextant_build_info", "What runs here; always 1.", () => [
    [1, { version, node: process.versions.node, store }],
  ]);
  gauge("sextant_breaker_open", "1 while it is not called because it fails.", () =>
    readings.listBreakers().map(({ kind, name, state }) => [Number(state === "open"), { kind, name }]),
  );
  gauge("sextant_replies_running", "Replies that are being made, and steps of their plans.", () => {
    const { replies, steps } = readings.countReplies();
    return [
      [replies, { kind: "reply" }],
      [steps, { kind: "step" }],
    ];
  });
  gauge("sextant_background_tasks", "Work beside the replies that has not ended.", () => [
    [readings.countBackground()],
  ]);
  counter("sextant_store_errors", "Calls of the store that failed because of the store.", () =>
    list(readings.storeFailures, "code"),
  );
  counter("sextant_http_responses", "Answers to HTTP requests, by class of their status.", () =>
    list(answered, "status"),
  );
  gauge("process_resident_memory_bytes", "Resident memory size in bytes.", () => [
    [process.memoryUsage.rss()],
  ]);
  const startedAt = Math.round(performance.timeOrigin / 1000);
  gauge("process_start_time_seconds", "When the process began, unix time.", () => [[startedAt]]);
  const endLag = observeLag(meter);
  return () => {
    unsubscribe("http.server.response.finish", count);
    endLag();
  };
}

/** How late the event loop was since somebody asked last. */
function observeLag(meter: Meter): () => void {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  const gauges = (["mean", "p99", "max"] as const).map((kind) => ({
    kind,
    gauge: meter.createObservableGauge(`nodejs_eventloop_lag_${kind}_seconds`, {
      description: "How late the event loop was since it was last read.",
    }),
  }));
  meter.addBatchObservableCallback(
    (result) => {
      const { mean, max } = delay;
      const read = { mean, max, p99: delay.percentile(99) };
      // The histogram holds the times between two looks.
      for (const { kind, gauge } of gauges)
        result.observe(gauge, delay.count === 0 ? 0 : Math.max(0, read[kind] / 1e9 - resolutionMs / 1e3));
      delay.reset();
    },
    gauges.map(({ gauge }) => gauge),
  );
  return () => void delay.disable();
}
