/** A worker that has answered once takes as long for a light text at most, on a slow device too. */
const limitMs = 6_000;
/** With fetching and compiling what it runs. */
const firstLimitMs = 10_000;

type WaitingText = { text: string; resolve: (isLight: boolean) => void };

/** The newest is what is looked at: it is asked first. */
const waiting: WaitingText[] = [];
let worker: Worker | null = null;
let isWarm = false;
let isBusy = false;

/** Whether a text can be drawn without holding up the page, found in a worker. No answer in time means no. */
export function weighElsewhere(text: string): Promise<boolean> {
  return new Promise((resolve) => {
    waiting.push({ text, resolve });
    if (!isBusy) void answerNext();
  });
}

async function answerNext(): Promise<void> {
  isBusy = true;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    next.resolve(await askWorker(next.text));
  isBusy = false;
}

function askWorker(text: string): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isLight: boolean | null) => {
      clearTimeout(timer);
      if (isLight === null) {
        worker?.terminate();
        worker = null;
      }
      isWarm = isLight !== null;
      resolve(isLight === true);
    };
    const timer = setTimeout(() => end(null), isWarm ? limitMs : firstLimitMs);
    try {
      worker ??= new Worker(new URL("./weigh-worker.ts", import.meta.url), { type: "module" });
      worker.onmessage = ({ data }: MessageEvent<boolean>) => end(data);
      worker.onerror = () => end(null);
      worker.postMessage(text);
    } catch {
      end(null);
    }
  });
}
