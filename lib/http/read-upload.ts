import { AppError } from "@/lib/errors";
import { maxBodyBytes } from "@/lib/protocol/chat-request";
import { maxFileBytes, uploadPartBytes } from "@/lib/features/documents/shape/documents";
import { readPieces } from "./read-pieces";

export type SentFile = { name: string; mediaType: string; bytes: Uint8Array };

/** What the borders and names of a form take beside its files. */
const formBytes = 100_000;
const mostFiles = 20;
/** With the fields of our pages beside the files. */
const mostParts = 100;

/**
 * The files of a form, under the name `file`. Throws `too_large` over 4 MB in all, for larger ones come in
 * parts, and `invalid_request` on what is no form or has no file.
 */
export async function readSentFiles(request: Request): Promise<SentFile[]> {
  const body = await readBytes(request, maxBodyBytes + formBytes, tooLarge);
  const contentType = request.headers.get("content-type") ?? "";
  checkParts(Buffer.from(body.buffer), contentType);
  const form = await new Response(body, { headers: { "content-type": contentType } })
    .formData()
    .catch((error: unknown) => {
      throw new AppError("invalid_request", "This is no form with a file.", { cause: error });
    });
  const files = form.getAll("file").filter((entry) => typeof entry !== "string");
  if (files.length === 0 || files.length > mostFiles)
    throw new AppError("invalid_request", `Send 1 to ${mostFiles} files.`, {
      fields: { file: files.length === 0 ? "is missing" : `send at most ${mostFiles}` },
    });
  if (files.reduce((sum, { size }) => sum + size, 0) > maxBodyBytes) throw tooLarge();
  return Promise.all(
    files.map(async (file) => ({
      name: file.name,
      mediaType: file.type.slice(0, 120),
      bytes: new Uint8Array(await file.arrayBuffer()),
    })),
  );
}

/** Counted before anything is made of them. Throws `invalid_request`. */
function checkParts(body: Buffer, contentType: string): void {
  const border = `--${/boundary="?([^";]+)/i.exec(contentType)?.[1] ?? ""}`;
  let at = -1;
  for (let count = 0; count <= mostParts; count += 1) {
    at = body.indexOf(border, at + 1);
    if (at === -1) return;
  }
  throw new AppError("invalid_request", `This is no form with up to ${mostFiles} files.`);
}

export function readPart(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  return readBytes(
    request,
    uploadPartBytes,
    () => new AppError("too_large", `A part has at most ${uploadPartBytes} bytes.`),
  );
}

async function readBytes(
  request: Request,
  maxBytes: number,
  refuse: () => AppError,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  for await (const piece of readPieces(request, maxBytes, refuse)) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}

function tooLarge(): AppError {
  return new AppError(
    "too_large",
    `At most ${maxBodyBytes / 1_000_000} MB can be sent at once. Files of up to ${maxFileBytes / 1_000_000} MB come in parts, which begin with POST /api/files?upload=new.`,
  );
}
