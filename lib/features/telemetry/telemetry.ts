import type { Log } from "@/lib/log";
import type { RunRecord } from "@/lib/protocol/run-record";
import type { TraceRow } from "@/lib/protocol/runs";
import type { Expected, RatingEvent } from "./instruments";
import type { ProcessReadings } from "./observe-process";

export type TelemetryOptions = ProcessReadings & {
  /** Where OTLP goes, by protobuf over HTTP; `null` where it goes nowhere. */
  tracesUrl: string | null;
  metricsUrl: string | null;
  /** Whether somebody may read the measurements as text. */
  isExposed: boolean;
  expected: Expected;
  log: Log;
};

/** A run as it ended; no words of anybody are in its rows. */
export type RecordedRun = { record: RunRecord; rows: readonly TraceRow[] };

export type Telemetry = {
  /** Whether spans go anywhere, for which the run's rows have to be read. */
  hasSpans: boolean;
  observe(ended: RecordedRun): void;
  countRating(value: RatingEvent): void;
  /** The measurements of this process in Prometheus' text format. */
  expose(): Promise<string>;
  /** Sends what waits. Never rejects. */
  flush(): Promise<void>;
  close(): Promise<void>;
};
