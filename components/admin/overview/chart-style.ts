import type { Chart } from "./overview-charts";

/** Colours that mean what they say. */
const meanings: Record<string, string> = {
  completed: "var(--good)",
  limited: "var(--partly)",
  stopped: "var(--chart-6)",
  interrupted: "var(--chart-5)",
  failed: "var(--bad)",
};
const colours = [
  "var(--chart-1)",
  "var(--chart-2)",
  "var(--chart-3)",
  "var(--chart-4)",
  "var(--chart-5)",
  "var(--chart-6)",
];

export function toColour({ drawn }: Chart, key: string): string {
  return meanings[key] ?? colours[drawn.indexOf(key) % colours.length] ?? "var(--chart-6)";
}
