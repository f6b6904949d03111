export type Served = { siteUrl: string | null; ok: boolean; reason?: string; store?: string; model?: string };
export function toReadyLine(url: string, served: Served): string;
