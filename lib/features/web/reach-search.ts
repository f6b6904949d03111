import { pickEngines } from "@/lib/features/web/search/catalog";
import type { WebDeps } from "./web";

const keptMs = 5_000;
const limitMs = 4_000;

/**
 * Whether the engine that would be asked first answers anything at all. However many people look, it is asked
 * once at a time, and not again for five seconds once it did. Never throws; true where no engine is set up.
 */
export function createReachCheck({ engines, settings, now }: Pick<WebDeps, "engines" | "settings" | "now">) {
  let last: { at: number; answer: Promise<boolean> } | null = null;

  async function ask(): Promise<boolean> {
    const { searchEngines: order, disabledEngines: disabled } = (await settings.get()).settings;
    const listed = engines();
    const [first] = pickEngines(listed, { order, disabled });
    const url = URL.parse(listed.find(({ id }) => id === first?.id)?.where ?? "");
    if (url === null) return true;
    const options = { method: "HEAD", redirect: "manual", signal: AbortSignal.timeout(limitMs) } as const;
    return fetch(url.origin, options).then(
      () => true,
      () => {
        last = null;
        return false;
      },
    );
  }

  return (): Promise<boolean> => {
    if (last === null || now() - last.at > keptMs) last = { at: now(), answer: ask() };
    return last.answer;
  };
}
