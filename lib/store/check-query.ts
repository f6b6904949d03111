import { AppError } from "@/lib/errors";
import { checkCollectionPath, parseField } from "./paths";
import type { Filter, Query } from "./store";

/** The query with its order said, or `invalid_request`: what every driver refuses before the query reaches the storage. */
export function checkQuery(query: Query): Query {
  const { collection, where = [], orderBy, limit } = query;
  checkCollectionPath(collection);
  checkPageLimit(limit);
  if (orderBy) parseField(orderBy.field);
  where.forEach(checkFilter);
  const ranged = where.find(({ op }) => op !== "==")?.field;
  if (ranged === undefined) return query;
  const field = orderBy?.field ?? ranged;
  if (where.some((filter) => filter.op !== "==" && filter.field !== field)) {
    throw new AppError("invalid_request", "A range holds for the field that is ordered by.", { cause: { field, ranged } });
  }
  return orderBy ? query : { ...query, orderBy: { field, direction: "asc" } };
}

export function checkPageLimit(limit: number): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= 500) return;
  throw new AppError("invalid_request", "A page has 1 to 500 entries.", { cause: { limit } });
}

function checkFilter({ field, value }: Filter): void {
  parseField(field);
  if (typeof value === "object" && value !== null) throw new AppError("invalid_request", "Only plain values can be compared.");
}
