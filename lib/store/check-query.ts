import { AppError } from "@/lib/errors";
import { checkCollectionPath, isGroup, parseField } from "./paths";
import type { PrefixFilter, Filter, ListQuery } from "./store";

/** The query with its order said, or `invalid_request`, which every driver throws before storage is asked. */
export function checkQuery(query: ListQuery): ListQuery {
  const { collection, where = [], orderBy, limit, beginning } = query;
  checkCollectionPath(collection);
  checkPageLimit(limit);
  if (orderBy) parseField(orderBy.field);
  where.forEach(checkFilter);
  const ranges = where.filter(({ op }) => op !== "==" && op !== "has");
  const ranged = ranges[0]?.field;
  const field = orderBy?.field ?? ranged;
  if (ranges.some((range) => range.field !== field)) {
    throw new AppError("invalid_request", "A range holds for the field that is ordered by.", {
      cause: { field, ranged },
    });
  }
  if (isGroup(collection)) checkGroup(query);
  checkLists(where, field);
  if (beginning) checkBeginning(beginning, field);
  return orderBy || ranged === undefined ? query : { ...query, orderBy: { field: ranged, direction: "asc" } };
}

function checkGroup({ where = [], orderBy, beginning }: ListQuery): void {
  if (orderBy && beginning === undefined && where.every(({ field }) => field === orderBy.field)) return;
  throw new AppError("invalid_request", "Collections of one name are asked for by one order alone.");
}

function checkLists(where: Filter[], ordered: string | undefined): void {
  const lists = where.filter(({ op }) => op === "has");
  if (lists.length <= 1 && lists.every(({ field, value }) => field !== ordered && value !== null)) return;
  throw new AppError("invalid_request", "A query asks one list for one value, and does not order by it.", {
    cause: { ordered },
  });
}

function checkBeginning({ field, text }: PrefixFilter, ordered: string | undefined): void {
  parseField(field);
  if (field !== ordered && text.length > 0 && text.length <= 200) return;
  throw new AppError(
    "invalid_request",
    "A beginning has 1 to 200 characters, and is none of what is ordered by.",
    { cause: { ordered } },
  );
}

export function checkPageLimit(limit: number): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= 500) return;
  throw new AppError("invalid_request", "A page has 1 to 500 entries.", { cause: { limit } });
}

function checkFilter({ field, value }: Filter): void {
  parseField(field);
  if (typeof value === "object" && value !== null)
    throw new AppError("invalid_request", "Only plain values can be compared.");
}
