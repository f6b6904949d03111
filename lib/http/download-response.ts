import { apiHeaders } from "./api-headers";
import { encodeName } from "./file-response";

/** A file that is made while it is read: the next piece is asked for when the reader has taken the last. */
export function toDownloadResponse(
  pieces: AsyncGenerator<string | Uint8Array> | IteratorObject<string | Uint8Array>,
  { name, contentType }: { name: string; contentType: string },
): Response {
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await pieces.next();
      if (next.done === true) controller.close();
      else controller.enqueue(typeof next.value === "string" ? encoder.encode(next.value) : next.value);
    },
    async cancel() {
      await pieces.return?.(undefined);
    },
  });
  return new Response(stream, {
    headers: { ...apiHeaders, "content-type": contentType, "content-disposition": toDisposition(name) },
  });
}

/** With the name in its own script, and one in ASCII for readers that know of no other. */
function toDisposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  return `attachment; filename="${plain}"${plain === name ? "" : `; filename*=UTF-8''${encodeName(name)}`}`;
}
