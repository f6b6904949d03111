import { listRatings } from "@/lib/features/ratings/endpoints";

export const maxDuration = 300;

export const GET = listRatings;
