import { AppError } from "@/lib/errors";
import type { DocumentData, PageQuery, Store, Transaction } from "@/lib/store/store";
import type { z } from "zod";
import { toData } from "./json";

export type VersionsPage = PageQuery & { upTo?: number | undefined };

/** What stood after each change, in a collection of its own, newest last. */
export function createVersions<VERSION extends { version: number }>(schema: z.ZodType<VERSION>) {
  /** `null` for what is not, or no longer, a version. */
  const read = (data: DocumentData | undefined): VERSION | null => schema.safeParse(data).data ?? null;
  return {
    read,

    /** A page, newest first, from `upTo` on. Those that cannot be read any more are left out. */
    async list(
      store: Pick<Store, "list">,
      collection: string,
      { upTo, ...page }: VersionsPage,
    ): Promise<{ versions: VERSION[]; cursor: string | null }> {
      const orderBy = { field: "version", direction: "desc" } as const;
      const where = upTo === undefined ? [] : [{ field: "version", op: "<=" as const, value: upTo }];
      const { documents, cursor } = await store.list({ collection, orderBy, where, ...page });
      return { versions: documents.flatMap(({ data }) => read(data) ?? []), cursor };
    },

    write(tx: Transaction, collection: string, version: VERSION): void {
      tx.set(toVersionPath(collection, version.version), toData(version));
    },
  };
}

/** Padded, so that the order of the ids is the order of the versions. */
export function toVersionPath(collection: string, version: number): string {
  return `${collection}/${String(version).padStart(10, "0")}`;
}

/** Somebody else saved first: `what` has another version than the one that was read. */
export function createConflict(
  what: string,
  saved: { version: number; updatedBy: string | null; updatedAt?: number | null },
): AppError {
  const { version, updatedBy, updatedAt } = saved;
  const at = (time: number) => ` at ${new Date(time).toISOString().slice(0, 19).replace("T", " ")} UTC`;
  const when = updatedAt === undefined ? "" : updatedAt === null ? " meanwhile" : at(updatedAt);
  const who = updatedBy ?? "Somebody else";
  return new AppError(
    "conflict",
    `${who} saved version ${version} of ${what}${when}. Look at what changed, then save again.`,
  );
}
