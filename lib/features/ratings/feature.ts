import type { Ground } from "@/lib/engine/ground";
import type { RatingEvent } from "@/lib/features/telemetry/instruments";

export function openRatings({ records: { ratings } }: Ground, count: (value: RatingEvent) => void) {
  async function rate(...[place, rating]: Parameters<typeof ratings.rate>): Promise<void> {
    if (await ratings.rate(place, rating)) count(rating?.value ?? "taken_back");
  }
  return { name: "ratings", service: { ...ratings, rate } };
}
