/** Why an answer was not good, as the person says it. */
export const ratingReasons = [
  "not_true",
  "not_helpful",
  "out_of_date",
  "too_long",
  "too_short",
  "wrong_language",
  "sources",
  "other",
] as const;
export type RatingReason = (typeof ratingReasons)[number];
export const maxRatingCharacters = 2_000;

/** What a person thinks of an answer; `text` are their own words. */
export type Rating = { value: "up" | "down"; reasons?: RatingReason[]; text?: string };

/** A rating as those who run the site see it: without the person's words. */
export type RatingRow = {
  runId: string;
  userId: string;
  /** What the person is called now; absent in a file of all. */
  person?: string | null;
  conversationId: string;
  /** Milliseconds since 1970. */
  at: number;
  value: "up" | "down";
  reasons: RatingReason[];
  model: string;
  /** `null` for the built-in one. */
  agent: string | null;
  style: string;
  mode: string;
};
/** `GET /api/admin/ratings`, newest first. */
export type RatingsReply = { ratings: RatingRow[]; cursor: string | null };
