import type { SettingName } from "@/lib/protocol/settings-fields";

/** The settings that a reply takes from its run; others are the site's, and hold for both sides. */
export const comparedSettings = [
  ...[
    "agentStyle",
    "maxIterations",
    "deepIterations",
    "timeLimitSeconds",
    "costBudgetPerRequest",
    "temperature",
    "seed",
  ],
  ...["maxRetrievals", "subQuestionsEnabled", "selfEvaluationEnabled", "webChecks", "requireCitations"],
  ...["webSearchEnabled", "documentsEnabled", "codeEnabled", "enabledTools", "toolHints"],
  "modelTiers",
] as readonly SettingName[];

/** Of one experiment. */
export const maxAskedQuestions = 50;
/** Of a night: with fewer no result would be more than chance. */
export const leastNightlyQuestions = 5;
