import type { Ground } from "@/lib/engine/ground";
import type { RatingsReply } from "./shape";
import type { RatingEvent } from "@/lib/features/telemetry/instruments";

export function openRatings({ records: { ratings, people } }: Ground, count: (value: RatingEvent) => void) {
  async function rate(...[place, rating]: Parameters<typeof ratings.rate>): Promise<void> {
    if (await ratings.rate(place, rating)) count(rating?.value ?? "taken_back");
  }
  async function list(query: Parameters<typeof ratings.list>[0]): Promise<RatingsReply> {
    const page = await ratings.list(query);
    const ids = [...new Set(page.ratings.map(({ userId }) => userId))];
    const found = await people.findMany(ids);
    const names = new Map(ids.map((id, index) => [id, found[index]?.name ?? null]));
    return {
      ...page,
      ratings: page.ratings.map((row) => ({ ...row, person: names.get(row.userId) ?? null })),
    };
  }
  return { name: "ratings", service: { ...ratings, rate, list } };
}
