import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "@/lib/errors";
import { apiHeaders } from "./api-headers";
import { toProblemResponse } from "./problem-response";

const folders = new Set(["cmaps", "iccs", "standard_fonts", "wasm"]);
const types: Record<string, string> = { wasm: "application/wasm", js: "text/javascript; charset=utf-8" };

/** A file of the package that draws PDFs: tables of scripts, standard fonts, decoders of pictures. */
export async function toPdfExtra({ folder, name }: { folder: string; name: string }): Promise<Response> {
  const isName = folders.has(folder) && /^[\w-]+(?:\.[a-z]+)?$/i.test(name);
  const path = join(process.cwd(), "node_modules", "pdfjs-dist", folder, name);
  const bytes = isName ? await readFile(path).catch(() => null) : null;
  if (bytes === null) return toProblemResponse(new AppError("not_found", "There is no such file."));
  return new Response(bytes, {
    headers: {
      ...apiHeaders,
      "cache-control": "public, max-age=86400",
      "content-type": types[name.split(".").at(-1) ?? ""] ?? "application/octet-stream",
    },
  });
}
