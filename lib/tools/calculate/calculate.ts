import { calculateDates } from "./calculate-dates";
import type { ToolDefinition } from "@/lib/tools/tool";
import { calculateInputSchema } from "./schema";

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
    input: calculateInputSchema,
    origin: "own",
    approval: "never",
    effect: "none",
    limits: { timeMs: 10_000 },
    sentences: { calculated: "{expression} {sign} {result}" },
    // It has nothing behind it: every failure is the expression's.
    inputFailures: ["timeout", "internal"],
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

/** An expression as people write it, in the notation of the library: × ÷ ， 。 √ ², percent words, thousands separators, a trailing "=?". */
function normaliseExpression(text: string): string {
  return text
    .replace(/[²³]/g, (mark) => (mark === "²" ? "^2" : "^3"))
    .normalize("NFKC")
    .replace(/[×✕✖·⋅∙]/g, "*")
    .replace(/÷/g, "/")
    .replace(/[−–—]/g, "-")
    .replace(/。/g, ".")
    .replace(/[、]/g, ",")
    .replace(/\*\*/g, "^")
    .replace(/π/g, "pi")
    .replace(/√\s*(\d+(?:\.\d+)?|(?=\())/g, (_mark, number: string) => (number ? `sqrt(${number})` : "sqrt"))
    .replace(/°\s*([CF])\b/g, "deg$1")
    .replace(/\b(?:degrees? )?(celsius|fahrenheit)\b/gi, (_mark, scale: string) =>
      /^c/i.test(scale) ? "degC" : "degF",
    )
    .replace(/(\d)\s*([CF])\s+(to|in)\s+([CF])\b/g, "$1 deg$2 $3 deg$4")
    .replace(/\bmph\b/g, "mile/hour")
    .replace(/\bkm?ph\b/g, "km/hour")
    .replace(/°/g, " deg")
    .replace(/(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])(?![^(]*\))/g, (number) => number.replaceAll(",", ""))
    .replace(/(\d\s*(?:%|percent\b|per cent\b))\s*of\b/gi, "$1 *")
    .replace(/(\d)\s*(?:percent\b|per cent\b)/gi, "$1%")
    .replace(/^(?:what is|what's|calculate|compute|how much is)\s+/i, "")
    .replace(/\s*(?:=\s*\??|\?|？|等于多少|是多少)\s*$/u, "")
    .replace(/[\s,.;]+$/, "")
    .replace(/\bx\b(?=\s*\d)/gi, "*")
    .trim();
}
