import { readFileSync } from "node:fs";
import { z } from "zod";
import { agentStyles, type AgentStyle } from "@/lib/protocol/settings";
import { listTools, openWikiServices } from "./wiki-services";

export const styleLabels = ["must", "may", "must_not"] as const;
export type StyleLabel = (typeof styleLabels)[number];

const styleQuestionSchema = z.object({
  label: z.enum(styleLabels),
  language: z.enum(["en", "zh"]),
  text: z.string(),
});
export type StyleQuestion = z.infer<typeof styleQuestionSchema>;
export type StyleRates = Record<StyleLabel, Record<AgentStyle, { withTools: number; total: number }>>;

export function readStyleQuestions(): StyleQuestion[] {
  return z
    .array(styleQuestionSchema)
    .parse(JSON.parse(readFileSync(new URL("style-questions.json", import.meta.url), "utf8")));
}

/** Asks every labelled question in every style through the real loop and counts the answers that used a tool. */
export async function countStyleRates(): Promise<StyleRates> {
  const services = await openWikiServices();
  try {
    const rates = createRates();
    for (const style of agentStyles) {
      const asked = await Promise.all(
        readStyleQuestions().map(async ({ label, text }) => ({
          label,
          tools: listTools(await services.ask([text], style)),
        })),
      );
      for (const { label, tools } of asked) {
        rates[label][style].total += 1;
        if (tools.length > 0) rates[label][style].withTools += 1;
      }
    }
    return rates;
  } finally {
    await services.close();
  }
}

/** Percent of the questions, to one decimal. */
export function toPercent({ withTools, total }: { withTools: number; total: number }): number {
  return total === 0 ? 0 : Math.round((1000 * withTools) / total) / 10;
}

function createRates(): StyleRates {
  const row = () => ({
    tool_first: { withTools: 0, total: 0 },
    balanced: { withTools: 0, total: 0 },
    direct: { withTools: 0, total: 0 },
  });
  return { must: row(), may: row(), must_not: row() };
}
