import { AppError } from "@/lib/errors";
import type { SessionRow } from "@/lib/features/accounts/shape/accounts";
import type { Store } from "@/lib/store/store";
import { z } from "zod";
import { authPaths } from "./auth-paths";
import { pageSize } from "./tables";

/** What the person's list and the session itself say; the library renews the latter once a day of use. */
const listedSchema = z.object({ createdAt: z.number(), browser: z.string().nullable().catch(null) });
const sessionSchema = z.object({ updatedAt: z.number(), expiresAt: z.number() });

/** The person's sessions, the last used first; `ownKey` is the one that asks. What has run out is deleted. */
export async function listSessions(
  store: Store,
  { userId, ownKey, oldest, now }: { userId: string; ownKey: string | null; oldest: number; now: number },
): Promise<SessionRow[]> {
  const { documents } = await store.list({ collection: authPaths.sessionsOf(userId), limit: pageSize });
  const found = await store.findMany(documents.map(({ id }) => authPaths.sessionByKey(id)));
  const rows = documents.map(({ id, data }, index): SessionRow | string => {
    const listed = listedSchema.safeParse(data).data;
    const session = sessionSchema.safeParse(found[index]?.data).data;
    if (!listed || !session || session.expiresAt <= now || listed.createdAt <= oldest) return id;
    const [firstDay, lastDay] = [toDay(listed.createdAt), toDay(session.updatedAt)];
    return { id, browser: listed.browser, firstDay, lastDay, isThis: id === ownKey };
  });
  for (const row of rows) if (typeof row === "string") await deleteSession(store, userId, row);
  return rows
    .filter((row) => typeof row !== "string")
    .toSorted((one, other) => (one.lastDay < other.lastDay ? 1 : -1));
}

/** Ends one of the person's own. Throws `not_found` for anybody else's. */
export async function endSession(store: Store, userId: string, key: string): Promise<void> {
  if ((await store.find(authPaths.sessionOf(userId, key))) === null)
    throw new AppError("not_found", "There is no such session.");
  await deleteSession(store, userId, key);
}

function deleteSession(store: Store, userId: string, key: string): Promise<void> {
  const found = [authPaths.sessionByKey(key), authPaths.sessionOf(userId, key)];
  return store.batch(found.map((path) => ({ kind: "delete", path })));
}

/** UTC, as all days here. */
function toDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
