import { isAppError } from "@/lib/errors";

const codes = ["store_unavailable", "store_invalid", "internal"] as const;

/** What makes a store count by code what it fails with itself: that a document is absent is an answer. */
export function createFailureCount() {
  const failures = new Map<string, number>(codes.map((code) => [code, 0]));
  const note = (error: unknown): void => {
    const code = isAppError(error) ? error.code : "internal";
    const before = failures.get(code);
    if (before !== undefined) failures.set(code, before + 1);
  };
  return {
    failures,
    count<STORE extends object>(store: STORE): STORE {
      const methods = Object.entries(store).map(([name, method]) => [name, countCalls(method, note)]);
      return Object.fromEntries(methods) as STORE;
    },
  };
}

function countCalls(method: unknown, note: (error: unknown) => void): unknown {
  if (typeof method !== "function") return method;
  return (...given: unknown[]): unknown => {
    const result: unknown = method(...given);
    if (result instanceof Promise) result.catch(note);
    return result;
  };
}
