import { parseProblem } from "@/lib/protocol/problem";
import type { Answer } from "@/lib/client/request";
import { watchSession } from "@/lib/client/session-end";

export type SendOptions = {
  method: "POST" | "PUT";
  body: FormData | Blob;
  /** From 0 to 1, as the bytes leave. */
  onProgress?: ((share: number) => void) | undefined;
  signal: AbortSignal;
};
export type SendBytes = (path: string, options: SendOptions) => Promise<Answer<unknown>>;

/** Without a byte for this long the connection counts as cut. */
const idleMs = 60_000;

/**
 * Sends bytes and tells how many have left, which `fetch` does not tell. Never throws: what went wrong is
 * part of the answer, and a cut connection has no status.
 */
export const sendBytes: SendBytes = (path, { method, body, onProgress, signal }) =>
  new Promise((resolve) => {
    const http = new XMLHttpRequest();
    const cut = () => resolve({ ok: false, status: null, problem: null });
    let timer = setTimeout(() => http.abort(), idleMs);
    http.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(timer);
      timer = setTimeout(() => http.abort(), idleMs);
      onProgress?.(total === 0 ? 0 : loaded / total);
    };
    http.onloadend = () => clearTimeout(timer);
    http.onerror = cut;
    http.onabort = cut;
    http.onload = () => void readAnswer(http).then(resolve);
    http.open(method, path);
    signal.addEventListener("abort", () => http.abort(), { once: true });
    if (signal.aborted) return (http.abort(), cut());
    http.send(body);
  });

async function readAnswer(http: XMLHttpRequest): Promise<Answer<unknown>> {
  const { status, responseText: text } = http;
  if (status < 200 || status > 299) {
    const response = new Response(text, { status: Math.max(200, status) });
    Object.defineProperty(response, "url", { value: http.responseURL });
    await watchSession(response);
    return { ok: false, status, problem: parseProblem(text) };
  }
  try {
    return { ok: true, value: text === "" ? null : JSON.parse(text) };
  } catch {
    return { ok: false, status: null, problem: null };
  }
}
