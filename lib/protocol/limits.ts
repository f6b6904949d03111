/** How long a call, a question or a plan waits for the person; then it counts as not answered. */
export const approvalLimitMs = 300_000;

/** Of an answer to a question that the agent asked. */
export const maxAnswerCharacters = 4_000;

/** Of one plan. */
export const mostSteps = 20;
