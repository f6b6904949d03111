import { createPageReader, type WebPage, type PageReaderDeps } from "@/lib/net/read-page";
import type { ReadSettings } from "@/lib/net/read-settings";
import { createRobotsCheck } from "@/lib/net/robots";
import { defaultSettings } from "@/lib/protocol/settings";

export type ReadForTest = (
  url: string,
  more?: { settings?: Partial<ReadSettings>; signal?: AbortSignal },
) => Promise<WebPage>;

/** The product's page reader, with the settings that it comes with; what is not told is off. It waits for nothing. */
export function createTestReader(deps: Partial<PageReaderDeps>): ReadForTest {
  const now = deps.now ?? Date.now;
  const read = createPageReader({
    now,
    checkRobots: createRobotsCheck({ now }),
    renderer: null,
    wait: () => Promise.resolve(),
    random: () => 0,
    ...deps,
  });
  return (url, { settings, signal = new AbortController().signal } = {}) =>
    read(url, { settings: { ...defaultSettings, ...settings }, signal });
}
