export function findSetting(
  name: string,
  options?: { env?: Record<string, string | undefined>; folder?: string },
): string | null;
