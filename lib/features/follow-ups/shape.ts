/** Questions that a person may ask next; `isPending` while the small model is asked for them. */
export type FollowUps = { questions: string[]; isPending: boolean };
