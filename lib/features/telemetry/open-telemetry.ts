import type { Telemetry, TelemetryOptions } from "./telemetry";

/** `null` where nobody asks for measurements: then nothing of what makes them is loaded. */
export async function openTelemetry(options: TelemetryOptions): Promise<Telemetry | null> {
  if (options.tracesUrl === null && options.metricsUrl === null && !options.isExposed) return null;
  const { startTelemetry } = await import("./start-telemetry");
  return startTelemetry(options);
}
