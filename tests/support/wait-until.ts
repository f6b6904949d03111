import { vi } from "vitest";

/** Waits until it holds, as long as a slow machine may need; throws after that. */
export const waitUntil = (condition: () => unknown): Promise<unknown> =>
  vi.waitUntil(condition, { timeout: 15_000 });
