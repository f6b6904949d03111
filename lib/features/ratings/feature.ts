import type { Ground } from "@/lib/engine/ground";
import type { RatingEvent } from "@/lib/telemetry/instruments";

export function openRatings({ records: { ratings } }: Ground, count: (value: RatingEvent) => void) {
  const rate: typeof ratings.rate = async (place, rating) => {
    const isChanged = await ratings.rate(place, rating);
    if (isChanged) count(rating?.value ?? "taken_back");
    return isChanged;
  };
  return { name: "ratings", service: { ...ratings, rate } };
}
