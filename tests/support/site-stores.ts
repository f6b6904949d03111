import type { Platform } from "@/lib/server/core-services";
import { findSharedEmulator, openEmulatedStore } from "./find-emulator";

const emulator = await findSharedEmulator();

/** For `describe.each`: what `openSite` takes to stand on the embedded store, and on Firestore where an emulator is installed. */
export const siteStores: { name: string; outside: Partial<Platform> }[] = [
  { name: "the embedded store", outside: {} },
  ...(emulator === null
    ? []
    : [{ name: "Firestore", outside: { openStore: () => openEmulatedStore(emulator) } }]),
];
