export function withLock<T>(
  task: () => Promise<T>,
  options?: { folder?: string; limitMs?: number; pollMs?: number },
): Promise<T>;
