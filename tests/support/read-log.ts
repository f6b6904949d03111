import { onTestFinished, vi } from "vitest";

export type LogLine = Record<string, unknown> & { level: string; event: string };

/** What the product writes to standard error from here on, a JSON object a line. */
export function readLog(): (event: string) => LogLine[] {
  const written: string[] = [];
  const spy = vi
    .spyOn(process.stderr, "write")
    .mockImplementation((chunk) => written.push(String(chunk)) > 0);
  onTestFinished(() => spy.mockRestore());
  return (event) =>
    written
      .join("")
      .split("\n")
      .filter((line) => line.includes(`"event":"${event}"`))
      .map((line) => JSON.parse(line) as LogLine);
}
