import { getDocument, PDFWorker, type PDFDocumentProxy } from "pdfjs-dist";
import { toOriginalPath } from "@/components/documents/documents";
import { watchSession } from "@/lib/client/session-end";

export type OpenPdf = { pdf: PDFDocumentProxy; close: () => void };

/**
 * Reads a PDF in a worker of our own origin. Nothing in it runs, and what it names elsewhere is not fetched.
 * Throws when the file cannot be had or is none.
 */
export async function openPdf(documentId: string, signal: AbortSignal): Promise<OpenPdf> {
  const response = await fetch(toOriginalPath(documentId), { signal });
  await watchSession(response);
  if (!response.ok) throw new Error(`The file was not given: ${response.status}.`);
  const data = new Uint8Array(await response.arrayBuffer());
  signal.throwIfAborted();
  const port = new Worker(new URL("./pdf-worker.ts", import.meta.url), { type: "module" });
  const worker = PDFWorker.create({ port });
  // What few files need: tables of Asian scripts, standard fonts, decoders of pictures. The worker asks.
  const extras = new URL("/api/pdf/", window.location.href).href;
  const task = getDocument({
    ...{ data, worker, enableXfa: false, cMapUrl: `${extras}cmaps/`, wasmUrl: `${extras}wasm/` },
    ...{ standardFontDataUrl: `${extras}standard_fonts/`, iccUrl: `${extras}iccs/` },
  });
  const close = () => {
    void task.destroy().finally(() => port.terminate());
  };
  signal.addEventListener("abort", close, { once: true });
  return { pdf: await task.promise, close };
}
