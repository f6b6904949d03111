import type { Feature } from "@/lib/engine/feature";
import type { Ground } from "@/lib/engine/ground";
import type { RatingEvent } from "@/lib/telemetry/instruments";

export function openRatings(
  { records: { ratings } }: Ground,
  count: (value: RatingEvent) => void,
): Feature & { service: Ground["records"]["ratings"] } {
  return {
    name: "ratings",
    service: {
      ...ratings,
      async rate(place, rating) {
        const isChanged = await ratings.rate(place, rating);
        if (isChanged) count(rating?.value ?? "taken_back");
        return isChanged;
      },
    },
  };
}
