import { rateAnswer, takeRatingBack } from "@/lib/features/ratings/endpoints";

export const PUT = rateAnswer;
export const DELETE = takeRatingBack;
