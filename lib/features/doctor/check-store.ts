import { AppError } from "@/lib/errors";
import type { StoreConfig } from "@/lib/store/open";
import { openStore } from "@/lib/store/open";
import type { Store } from "@/lib/store/store";
import type { Finding } from "./finding";
import { toFailure } from "./finding";

/** Writes, reads, changes in a transaction and deletes one document of its own. */
export async function checkStore(config: StoreConfig, newId: () => string): Promise<Finding[]> {
  const path = `doctor/${newId()}`;
  let step = "opening";
  let store: Store | undefined;
  try {
    store = await openStore(config);
    for (const [name, take] of listSteps(store, path)) {
      step = name;
      await take();
    }
    return [{ check: "store", status: "ok", text: "opens, writes, reads, runs a transaction and deletes" }];
  } catch (error) {
    // What was written may be there all the same; where even this fails, the failure before says why.
    await store?.delete(path).catch(() => undefined);
    return [toFailure("store", error, step)];
  } finally {
    await store?.close();
  }
}

function listSteps(store: Store, path: string): [string, () => Promise<void>][] {
  const expectCount = async (count: number) => {
    const found = await store.find(path);
    if (found?.data["count"] !== count)
      throw new AppError(
        "store_invalid",
        "What is read differs from what was written. Check the project and its database.",
      );
  };
  return [
    ["writing", () => store.create(path, { count: 1 })],
    ["reading", () => expectCount(1)],
    [
      "a transaction",
      () =>
        store.transaction(async (tx) => {
          await tx.find(path);
          tx.update(path, { count: 2 });
        }),
    ],
    ["reading again", () => expectCount(2)],
    ["deleting", () => store.delete(path)],
  ];
}
