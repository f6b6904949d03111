import type { AgentSettings } from "@/lib/protocol/settings";
import { megabyte, type KindSizes } from "./size-limit";

/** What an admin sets of reading. */
export type ReadSettings = Pick<
  AgentSettings,
  | "fetchPorts"
  | "htmlMegabytes"
  | "documentMegabytes"
  | "documentPages"
  | "textMegabytes"
  | "readerEnabled"
  | "archiveEnabled"
  | "browserEnabled"
  | "robotsRespected"
  | "pageCacheMinutes"
>;

export function toKindSizes({ htmlMegabytes, documentMegabytes, textMegabytes }: ReadSettings): KindSizes {
  return {
    html: htmlMegabytes * megabyte,
    document: documentMegabytes * megabyte,
    text: textMegabytes * megabyte,
  };
}

/** What a kept page depends on, besides its address. */
export function toSettingsKey(settings: ReadSettings): string {
  return JSON.stringify(keySettings.map((name) => settings[name]));
}

const keySettings = [
  ...(["fetchPorts", "htmlMegabytes", "documentMegabytes", "documentPages", "textMegabytes"] as const),
  ...(["readerEnabled", "archiveEnabled", "browserEnabled", "robotsRespected"] as const),
];
