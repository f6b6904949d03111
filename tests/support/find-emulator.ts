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

export async function openEmulatedStore(
  emulatorHost: string | null,
  projectId = createProjectId(),
): Promise<Store> {
  return forgiving(await openFirestoreStore({ projectId, emulatorHost: emulatorHost ?? "" }));
}

const writes = new Set<PropertyKey>(["set", "create", "update", "delete", "batch"]);

/**
 * The emulator tells those who watch before it answers a write. Where one of them is about to end, it answers
 * that the call was cancelled, although it has written all of it: no other Firestore does.
 */
function forgiving(store: Store): Store {
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (!writes.has(name) || typeof member !== "function") return member;
      return async (...args: unknown[]): Promise<void> => {
        try {
          await (Reflect.apply(member, target, args) as Promise<void>);
        } catch (error) {
          const cause = error instanceof Error ? String(error.cause) : "";
          if (!cause.includes("call already cancelled")) throw error;
        }
      };
    },
  });
}
