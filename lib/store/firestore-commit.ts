import { AppError } from "@/lib/errors";
import type { FirestoreClient } from "./firestore-client";
import type { FirestoreWrite, PlannedWrite } from "./firestore-writes";
import { createAlreadyExists } from "./store-errors";

/** Firestore takes 10 MiB in one request; the rest is for names and the frame around the values. */
const maxRequestBytes = 9_500_000;

/** All of them or none. Fails with `too_large` when one request cannot hold them. */
export async function commitWrites(
  client: FirestoreClient,
  planned: PlannedWrite[],
  protos: FirestoreWrite[],
  transaction?: Uint8Array,
): Promise<void> {
  const bytes = planned.reduce((sum, write) => sum + write.bytes + 2 * write.path.length, 0);
  refuseDoubleCreation(planned);
  if (bytes > maxRequestBytes)
    throw new AppError(
      "too_large",
      `One change holds at most ${maxRequestBytes.toLocaleString("en")} bytes.`,
    );
  await client.commit(protos, transaction);
}

/** Firestore does not create what the same request wrote before; elsewhere that is a document that exists. */
function refuseDoubleCreation(planned: PlannedWrite[]): void {
  const written = new Set<string>();
  for (const { path, kind } of planned) {
    if (kind === "create" && written.has(path)) throw createAlreadyExists({ path });
    if (kind === "delete") written.delete(path);
    else written.add(path);
  }
}
