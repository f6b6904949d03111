export type HighlightOrder = { id: number; code: string; language: string };
export type HighlightAnswer = { id: number; lines: HighlightedToken[][] | null };
/** A run of characters with its colour in either theme; none is the text's own. */
export type HighlightedToken = { text: string; light: string | null; dark: string | null };

const limitMs = 20_000;
const waiting = new Map<number, (lines: HighlightedToken[][] | null) => void>();
let worker: Worker | null = null;
let isBroken = false;
let lastId = 0;

/** Colours code in a worker; `null` for an unknown language, after too long, or without such a worker. */
export function highlightCode(
  code: string,
  language: string,
  signal: AbortSignal,
): Promise<HighlightedToken[][] | null> {
  return new Promise((resolve) => {
    const target = openWorker();
    if (target === null || signal.aborted) return resolve(null);
    const id = (lastId += 1);
    const finish = (lines: HighlightedToken[][] | null) => {
      waiting.delete(id);
      resolve(lines);
    };
    waiting.set(id, finish);
    signal.addEventListener("abort", () => finish(null), { once: true });
    // Whatever it works on holds up all that waits behind it.
    AbortSignal.timeout(limitMs).addEventListener("abort", () => waiting.has(id) && endWorker(), {
      once: true,
    });
    target.postMessage({ id, code, language } satisfies HighlightOrder);
  });
}

function openWorker(): Worker | null {
  if (worker !== null || isBroken) return worker;
  try {
    worker = new Worker(new URL("./highlight-worker.ts", import.meta.url), { type: "module" });
  } catch {
    isBroken = true;
    return null;
  }
  worker.onmessage = ({ data }: MessageEvent<HighlightAnswer>) => waiting.get(data.id)?.(data.lines);
  worker.onerror = () => {
    isBroken = true;
    endWorker();
  };
  return worker;
}

/** What waits stays as it is; what comes next begins in another worker. */
function endWorker(): void {
  worker?.terminate();
  worker = null;
  for (const finish of [...waiting.values()]) finish(null);
}
