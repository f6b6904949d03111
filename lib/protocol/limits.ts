/** How long a call, a question or a plan waits for the person; then it counts as not answered. */
export const approvalLimitMs = 300_000;

/** Of an answer to a question that the agent asked. */
export const maxAnswerCharacters = 4_000;

/** Under which name all searches of the web are counted, and limited by the settings. */
export const searchCounter = "web_search";

/** Of one plan. */
export const mostTasks = 20;
