import { endpoint } from "@/lib/protocol/endpoint";
import type { Rating, RatingsReply } from "./shape";

/** What the person thinks of an answer. */
export const rateAnswer = endpoint<void, Rating>()("PUT /api/conversations/[id]/messages/[messageId]/rating");
export const takeRatingBack = endpoint()("DELETE /api/conversations/[id]/messages/[messageId]/rating");
/** What people think of answers, without their words: a page, or with `format=jsonl` all of it as a file. */
export const listRatings = endpoint<RatingsReply>()("GET /api/admin/ratings");
