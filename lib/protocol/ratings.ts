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
