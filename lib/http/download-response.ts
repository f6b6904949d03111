import { apiHeaders } from "./api-headers";

/** A file that is made while it is read: the next piece is asked for when the reader has taken the last. */
export function toDownloadResponse(pieces: AsyncGenerator<string>, { name, contentType }: { name: string; contentType: string }): Response {
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await pieces.next();
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
  return new Response(stream, { headers: { ...apiHeaders, "content-type": contentType, "content-disposition": `attachment; filename="${name}"` } });
}
