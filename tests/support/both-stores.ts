import { onTestFinished } from "vitest";
import type { Store } from "@/lib/store/store";
import { findSharedEmulator, openEmulatedStore } from "./find-emulator";
import { openTestStore } from "./open-test-store";

const emulator = await findSharedEmulator();

/** For `describe.each`: the embedded store, and Firestore where an emulator is installed. Each opens empty, and closes with its test. */
export const bothStores: { name: string; openStore: () => Promise<Store> }[] = [
  { name: "the embedded store", openStore: openTestStore },
  ...(emulator === null ? [] : [{ name: "Firestore", openStore: () => openForTest(emulator) }]),
];

async function openForTest(host: string): Promise<Store> {
  const store = await openEmulatedStore(host);
  onTestFinished(() => store.close());
  return store;
}
