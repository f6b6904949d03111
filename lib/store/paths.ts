import { AppError } from "@/lib/errors";

/** Splits `users/u1/conversations/c1` into collection and id; fails with `invalid_request` on other paths. */
export function parseDocumentPath(path: string): { collection: string; id: string } {
  if (!isDocumentPath(path)) throw createPathError("document", path);
  const cut = path.lastIndexOf("/");
  return { collection: path.slice(0, cut), id: path.slice(cut + 1) };
}

export function isDocumentPath(path: string): boolean {
  const segments = path.split("/");
  return segments.length % 2 === 0 && segments.every(isSegment);
}

export function checkCollectionPath(path: string): void {
  const segments = (isGroup(path) ? path.slice(1) : path).split("/");
  if (segments.length % 2 !== 1 || !segments.every(isSegment)) throw createPathError("collection", path);
}

/** `~runs` stands for every collection that is called `runs`, wherever it lies. */
export const isGroup = (collection: string): boolean => collection.startsWith("~");

/** Whether a collection is the one that a query asks for, or one of those. */
export function isAskedFor(collection: string, asked: string): boolean {
  return isGroup(asked) ? collection.endsWith(`/${asked.slice(1)}`) : collection === asked;
}

/** Whether `id` may name a document is checked with the path that they make together. */
export function checkPlace(collection: string, id: string | null): void {
  checkCollectionPath(collection);
  if (id !== null) parseDocumentPath(`${collection}/${id}`);
}

/** A blob's path has any number of segments. */
export function parseBlobPath(path: string): string[] {
  const segments = path.split("/");
  if (!segments.every(isSegment)) throw createPathError("file", path);
  return segments;
}

/** Splits a dotted field name; fails with `invalid_request` when a part cannot be a field's name. */
export function parseField(field: string): string[] {
  const segments = field.split(".");
  if (segments.every((segment) => /^[A-Za-z0-9_-]{1,128}$/.test(segment) && !isReserved(segment)))
    return segments;
  throw new AppError("invalid_request", "This is not the name of a field.", { cause: { field } });
}

/** Whether every driver can hold an object with this key. At the top of a document there is no other way. */
export function isHoldableKey(key: string): boolean {
  return key !== "" && !isReserved(key) && key.isWellFormed() && Buffer.byteLength(key) <= 1500;
}

export function isSegment(segment: string): boolean {
  return (
    /^[A-Za-z0-9_.@=-]{1,128}$/.test(segment) && segment !== "." && segment !== ".." && !isReserved(segment)
  );
}

function isReserved(segment: string): boolean {
  return /^__.*__$/s.test(segment);
}

function createPathError(kind: string, path: string): AppError {
  return new AppError("invalid_request", `This is not the address of a ${kind}.`, { cause: { path } });
}
