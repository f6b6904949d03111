import { toExpression } from "@/lib/models/offline/expression";
import { inLanguage, type Intent } from "@/lib/models/offline/task";
import { createCallTask } from "@/lib/models/offline/use-tool";

/** Sums, percentages, conversions and spans of days. */
export const doArithmetic: Intent = ({ question, system }) => {
  const { language } = question;
  const expression = toExpression(question.text, language, findToday(system));
  if (expression === null) return null;
  return createCallTask({
    call: { tool: "calculate", input: { expression } },
    thought: inLanguage(
      language,
      `This is arithmetic: ${expression}. The calculator is exact, so I use it.`,
      `这是算术：${expression}。我用计算器来算。`,
    ),
    report: (output) => ({
      thought: inLanguage(language, "The calculator has the result.", "计算器给出了结果。"),
      text: inLanguage(language, `${output.trim()}.`, `${output.trim()}。`),
    }),
  });
};

/** The date that the system text tells, as year-month-day. */
function findToday(system: string): string | null {
  const iso = /\b(20\d{2}-\d{2}-\d{2})\b/u.exec(system)?.[1];
  if (iso !== undefined) return iso;
  const words = /\b(\d{1,2} [A-Z][a-z]+ 20\d{2}|[A-Z][a-z]+ \d{1,2}, 20\d{2})\b/u.exec(system)?.[1];
  const time = words === undefined ? Number.NaN : Date.parse(`${words} UTC`);
  return Number.isNaN(time) ? null : new Date(time).toISOString().slice(0, 10);
}
