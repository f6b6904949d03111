import { join, sep } from "node:path";
import { getDocumentProxy } from "unpdf";
import { AppError } from "@/lib/errors";

export type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
export type PdfPage = Awaited<ReturnType<Pdf["getPage"]>>;
type PdfOptions = Parameters<typeof getDocumentProxy>[1];

/**
 * The files that the library loads when a document needs them: the character maps of Chinese, Japanese and
 * Korean, without which their text is lost, fonts and decoders of pictures. They are a package of the same
 * version as the library, in the folder in which the server is started.
 */
const files = join(/* turbopackIgnore: true */ process.cwd(), "node_modules", "pdfjs-dist");
const fileOptions = {
  cMapUrl: join(files, "cmaps") + sep,
  cMapPacked: true,
  standardFontDataUrl: join(files, "standard_fonts") + sep,
  wasmUrl: join(files, "wasm") + sep,
};

/** Throws `page_refused` where the password is missing or wrong, `page_unavailable` for a broken one. */
export async function openPdf(
  bytes: Uint8Array,
  password: string | undefined,
  more: PdfOptions = {},
): Promise<Pdf> {
  try {
    // It takes the bytes over.
    return await getDocumentProxy(new Uint8Array(bytes), {
      verbosity: 0,
      ...fileOptions,
      ...(password === undefined ? {} : { password }),
      ...more,
    });
  } catch (cause) {
    const isLocked = cause instanceof Error && cause.name === "PasswordException";
    if (!isLocked) throw new AppError("page_unavailable", "The PDF is broken.", { cause });
    const message =
      password === undefined ? "The PDF is locked with a password." : "The password does not open the PDF.";
    throw new AppError("page_refused", message, { cause });
  }
}
