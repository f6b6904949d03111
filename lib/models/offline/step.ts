export type Language = "en" | "zh";
export type PlannedCall = { tool: string; input: Record<string, unknown> };
export type Answer = { kind: "say"; text: string };

/** What the guide does next: calls tools, or answers. The thought is shown as reasoning and may be empty. */
export type Step = { kind: "act"; thought: string; calls: PlannedCall[] } | Answer;

export function inLanguage(language: Language, english: string, chinese: string): string {
  return language === "zh" ? chinese : english;
}
