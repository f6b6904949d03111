import { AppError } from "@/lib/errors";
import { checkCollectionPath, parseField } from "./paths";
import type { Query } from "./store";

/** What every driver refuses as `invalid_request`, before the query reaches the storage. */
export function checkQuery({ collection, where = [], orderBy, limit }: Query): void {
  checkCollectionPath(collection);
  checkPageLimit(limit);
  if (orderBy) parseField(orderBy.field);
  for (const { field, value } of where) {
    parseField(field);
    if (typeof value === "object" && value !== null) throw new AppError("invalid_request", "Only plain values can be compared.");
  }
}

export function checkPageLimit(limit: number): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= 500) return;
  throw new AppError("invalid_request", "A page has 1 to 500 entries.", { cause: { limit } });
}
