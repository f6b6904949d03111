export function toReadyLine(
  url: string,
  state: { siteUrl: string | null; ok: boolean; reason?: string; store?: string; model?: string | null },
): string;
