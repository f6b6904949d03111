import { z } from "zod";
import { AppError } from "@/lib/errors";
import { parseJson } from "@/lib/protocol/json";
import type { Draft } from "./document";
import { fence } from "./fence";

const linesSchema = z.union([z.string(), z.array(z.string())]).transform((text) => [text].flat().join(""));
const outputSchema = z.object({
  text: linesSchema.optional(),
  data: z.object({ "text/plain": linesSchema.optional() }).optional(),
  evalue: z.string().optional(),
});
const cellSchema = z.object({
  cell_type: z.string(),
  source: linesSchema.catch(""),
  outputs: z.array(outputSchema.catch({})).catch([]),
});
const notebookSchema = z.object({
  cells: z.array(cellSchema),
  metadata: z
    .object({ kernelspec: z.object({ language: z.string().catch("python") }) })
    .optional()
    .catch(undefined),
});

/** A Jupyter notebook (version 4): its text, its code, and what the code printed; pictures are left out. */
export function readNotebook(text: string): Draft {
  const notebook = notebookSchema.safeParse(parseJson(text)).data;
  if (notebook === undefined) throw new AppError("page_unavailable", "The notebook is broken.");
  const language = notebook.metadata?.kernelspec.language ?? "python";
  const blocks = notebook.cells.flatMap(({ cell_type: type, source, outputs }) => {
    if (type !== "code") return [source.trim()];
    const printed = outputs.map(({ text: own, data, evalue }) => own ?? data?.["text/plain"] ?? evalue ?? "");
    return [fence(source, language), fence(printed.join("").trim(), "output")];
  });
  return { markdown: blocks.filter((block) => block !== "").join("\n\n"), isCut: false };
}
