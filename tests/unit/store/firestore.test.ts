import { describe } from "vitest";
import { findSharedEmulator, openEmulatedStore } from "@/tests/support/find-emulator";
import { describeStore } from "./contract";

const host = await findSharedEmulator();

describe.skipIf(host === null)("on the emulator", () => {
  describeStore("Firestore", () => openEmulatedStore(host));
});
