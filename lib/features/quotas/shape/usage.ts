/** What `GET /api/usage` goes back, today with it. */
export const usageDays = 30;

/** Answers of a person by day (UTC, `YYYY-MM-DD`), oldest first, and by model, the costliest first. */
export type UsageReply = {
  days: { day: string; answers: number; costMicroUsd: number }[];
  models: { model: string; answers: number; tokens: number; costMicroUsd: number }[];
  /** Not `null` where there were more answers than are counted: then the newest so many. */
  counted: number | null;
};
