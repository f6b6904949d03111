import { pipeline, Readable, type Transform } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { Agent, buildConnector, type Dispatcher, getGlobalDispatcher } from "undici";

/**
 * `fetch` for a server that streams, without what Next and the platform put in between. Redirects are not
 * followed, and a silence has no limit. A body that is no text, and a process that asks over a proxy, take
 * the platform's own.
 */
export const directFetch: typeof fetch = async (input, init = {}) => {
  const { body = null, signal = null } = init;
  const isText = !(input instanceof Request) && (body === null || typeof body === "string");
  if (!isText || getGlobalDispatcher().constructor.name !== "Agent") return fetch(input, init);
  signal?.throwIfAborted();
  const { origin, pathname, search } = new URL(input);
  const headers = { accept: "*/*", ...Object.fromEntries(new Headers(init.headers)) };
  const method = (init.method ?? "GET") as Dispatcher.HttpMethod;
  return ask(kept, { ...{ origin, path: pathname + search, method, headers, body }, signal });
};

type Request = Dispatcher.DispatchOptions & { signal: AbortSignal | null };

let connections = 0;
const connectBySystem = buildConnector({ allowH2: false });
const options: Agent.Options = {
  ...{ allowH2: false, headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 30_000 },
  connect(target, tell) {
    connections += 1;
    connectBySystem(target, tell);
  },
};
const kept = new Agent(options);
const fresh = new Agent({ ...options, pipelining: 0 });

const lostCodes = new Set<unknown>(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

/** A connection that was kept may have been closed meanwhile: then the server is asked on another one. */
function ask(agent: Agent, request: Request): Promise<Response> {
  const { signal, ...asked } = request;
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let answer: Answer | undefined;
    const end = (error?: unknown) => {
      signal?.removeEventListener("abort", stop);
      answer?.end(error);
      reject(error);
    };
    const stop = () => {
      end(signal?.reason);
      controller?.abort(signal?.reason);
    };
    signal?.addEventListener("abort", stop, { once: true });
    const before = connections;
    let isKept = false;
    agent.dispatch(asked, {
      onRequestStart(given) {
        controller = given;
        if (signal?.aborted) given.abort(signal.reason);
      },
      onResponseStart(given, status, _headers, statusText) {
        if (status < 200) return;
        answer = createAnswer(given);
        answers.set(answer.body, answer);
        resolve(toResponse(answer.body, status, given.rawHeaders, statusText));
      },
      onResponseData: (_controller, data) => answer?.add(data),
      onResponseEnd: () => end(),
      onResponseError(_controller, error: Error & { code?: unknown }) {
        const isStale = isKept && answer === undefined && lostCodes.has(error.code);
        if (isStale && !signal?.aborted) resolve(ask(fresh, request));
        end(new TypeError(answer ? "terminated" : "fetch failed", { cause: error }));
      },
    });
    isKept = connections === before;
  });
}

type Answer = ReturnType<typeof createAnswer>;

const mostWaiting = 256 * 1024;

/** Calls back later; asked again meanwhile, once. */
type Schedule = (callback: () => void) => void;

const answers = new WeakMap<ReadableStream<Uint8Array>, Answer>();

/**
 * From now on the reader of a body of `directFetch` gets what has come when `schedule` calls back, and at the
 * body's end; until then it costs no more than keeping it. `false` for any other body, which stays as it is.
 */
export function gatherReads(body: ReadableStream<Uint8Array>, schedule: Schedule): boolean {
  const answer = answers.get(body);
  answer?.gather(schedule);
  return answer !== undefined;
}

/** Whatever has come is read in one piece. */
function createAnswer(controller: Dispatcher.DispatchController) {
  let [waiting, size]: [Buffer[], number] = [[], 0];
  let isOver = false;
  let failure: unknown;
  let wake = (): void => undefined;
  let schedule: Schedule = (callback) => callback();
  const tell = () => wake();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(reader) {
        // What a tick was meant for may have been read before it.
        while (size === 0 && !isOver) await new Promise<void>((resolve) => (wake = resolve));
        if (size > 0) {
          reader.enqueue(Buffer.concat(waiting));
          [waiting, size] = [[], 0];
          controller.resume();
        } else if (failure === undefined) reader.close();
        else throw failure;
      },
      cancel: (reason: Error) => controller.abort(reason),
    },
    { highWaterMark: 0 },
  );
  return {
    body,
    gather: (given: Schedule): void => void (schedule = given),
    add(data: Buffer) {
      waiting.push(data);
      size += data.length;
      if (size <= mostWaiting) return schedule(tell);
      controller.pause();
      wake();
    },
    end(error: unknown) {
      if (isOver) return;
      isOver = true;
      failure = error;
      wake();
    },
  };
}

const bodiless = new Set([204, 205, 304]);

function toResponse(body: ReadableStream<Uint8Array>, status: number, raw: unknown, statusText = "") {
  // In Latin-1, as the bytes came.
  const words = Array.isArray(raw) ? raw.map((each: Buffer) => each.toString("latin1")) : [];
  const headers = new Headers(words.flatMap((word, at) => (at % 2 ? [] : [[word, words[at + 1] ?? ""]])));
  const decoder = decoders[headers.get("content-encoding")?.toLowerCase() ?? ""]?.();
  const read = decoder === undefined ? body : decode(body, decoder);
  return new Response(bodiless.has(status) ? null : read, { status, statusText, headers });
}

/** Nothing packed is asked for, yet some servers send it. */
const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

function decode(body: ReadableStream<Uint8Array>, decoder: Transform): ReadableStream<Uint8Array> {
  const decoded = pipeline(Readable.fromWeb(body as NodeStream<Uint8Array>), decoder, () => undefined);
  return Readable.toWeb(decoded) as ReadableStream<Uint8Array>;
}
