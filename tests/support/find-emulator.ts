import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { openFirestoreStore } from "@/lib/store/firestore";
import type { Store } from "@/lib/store/store";

/** The host of the emulator that all test files share, `null` where none is installed (which was said aloud). */
export async function findSharedEmulator(): Promise<string | null> {
  const answer = await fetch(inject("firestoreEmulatorUrl"));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text || null;
}

/** A project of its own for each test: nothing is shared, and nothing has to be cleared. */
export function createProjectId(): string {
  return `test-${randomUUID().slice(0, 18)}`;
}

export function openEmulatedStore(
  emulatorHost: string | null,
  projectId = createProjectId(),
): Promise<Store> {
  return openFirestoreStore({ projectId, emulatorHost: emulatorHost ?? "" });
}
