import { calculateInputSchema } from "@/lib/protocol/tools";
import { calculateDates } from "./calculate-dates";
import { normaliseExpression } from "./normalise-expression";
import type { ToolDefinition } from "./tool";

export function createCalculate(): ToolDefinition<"calculate"> {
  return {
    name: "calculate",
    version: "1.0",
    capability: "basic",
    stage: "executing_tools",
    description: `Calculates exactly: arithmetic, percentages, powers, roots, logarithms, trigonometry, statistics, units and days between dates.
Use it for every calculation that matters, also easy ones, instead of calculating yourself.
Do not use it for algebra with unknowns, currencies, programs, or to look up facts.
Give one expression: 15% of 240, 240 + 15%, sqrt(2) * 3 cm to inch, mean(2, 4, 9), log(8, 2), 100 km/h to m/s, days between 2024-02-01 and 2026-11-20, 2024-02-01 + 90 days.
Angles are radians unless written as 30 deg. The expression with its result comes back; = is exact, ≈ is rounded.`,
    inputSchema: calculateInputSchema,
    timeLimitMs: 10_000,
    hasSideEffects: false,
    hints: {
      invalid_request:
        "Rewrite the expression in plain notation with numbers, operators, units and the named functions, and call calculate again.",
    },
    async execute({ expression }) {
      const plain = normaliseExpression(expression);
      const result = calculateDates(plain) ?? (await evaluate(plain));
      const sign = result.isExact ? "=" : "≈";
      return {
        text: `${plain} ${sign} ${result.text}`,
        summary: { key: "calculated", values: { expression: plain, sign, result: result.text } },
        data: { expression: plain, result: result.text, isExact: result.isExact },
      };
    },
  };
}

/** The expression library is large: it is loaded at the first calculation. */
async function evaluate(expression: string): Promise<{ text: string; isExact: boolean }> {
  const { evaluateExpression } = await import("./evaluate-expression");
  return evaluateExpression(expression);
}
