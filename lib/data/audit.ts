import { randomUUID } from "node:crypto";
import { auditActSchema, type AuditFilter } from "@/lib/features/accounts/shape/audit";
import type { Filter, PageQuery, Store } from "@/lib/store/store";
import { z } from "zod";
import { deleteEach } from "./delete-each";
import { paths } from "./paths";

const entrySchema = z.object({
  at: z.number(),
  act: auditActSchema,
  actor: z.string().nullable(),
  target: z.string().nullable(),
  detail: z.string().nullable(),
  about: z.string().nullable().default(null),
});
export type AuditEntry = z.output<typeof entrySchema> & { id: string };
/** `actor` and `target` are ids of people; `actor` is `null` for the server itself. */
export type NewAuditEntry = Pick<AuditEntry, "act" | "actor"> &
  Partial<Pick<AuditEntry, "target" | "detail" | "about">>;

const dayMs = 24 * 60 * 60_000;
const keptMs = 400 * dayMs;

/** Who did what, to whom and when, for 400 days. Ids only, so that nothing in it names who has left. */
export function createAudit(store: Store, now: () => number) {
  let sweptAt = 0;
  return {
    async record({ act, actor, target = null, detail = null, about = null }: NewAuditEntry): Promise<void> {
      await store.create(paths.auditEntry(randomUUID()), { at: now(), act, actor, target, detail, about });
      // Once a day in each process: a log grows by what is written to it only.
      if (now() - sweptAt < dayMs) return;
      sweptAt = now();
      await deleteEach(store, paths.audit, { field: "at", op: "<", value: now() - keptMs });
    },

    /** Newest first, a page at a time. What cannot be read is left out. */
    async list(
      page: PageQuery,
      { actor, act, since = 0, until }: AuditFilter = {},
    ): Promise<{ entries: AuditEntry[]; cursor: string | null }> {
      const where: Filter[] = [
        ...(actor === undefined ? [] : [{ field: "actor", op: "==" as const, value: actor }]),
        ...(act === undefined ? [] : [{ field: "act", op: "==" as const, value: act }]),
        { field: "at", op: ">=", value: Math.max(since, now() - keptMs) },
        ...(until === undefined ? [] : [{ field: "at", op: "<=" as const, value: until }]),
      ];
      const { documents, cursor } = await store.list({
        collection: paths.audit,
        where,
        orderBy: { field: "at", direction: "desc" },
        limit: page.limit,
        cursor: page.cursor,
      });
      const entries = documents.flatMap(({ id, data }) => {
        const entry = entrySchema.safeParse(data).data;
        return entry === undefined ? [] : [{ id, ...entry }];
      });
      return { entries, cursor };
    },
  };
}
export type AuditLog = ReturnType<typeof createAudit>;
