import type { BlobStore } from "@/lib/store/blobs";
import { fileKinds, recognizedSchema } from "@/lib/features/documents/shape/documents";
import type { Store } from "@/lib/store/store";
import { z } from "zod";
import { toDocumentRecord, toDocumentView } from "./document-record";
import type { StoredFile } from "@/lib/data/files";
import { readCollection, type KeptRecords } from "@/lib/data/kept-records";
import { paths } from "@/lib/data/paths";

/** As it was read. `pages`: where each page begins in the text, in UTF-16 units. */
const keptTextSchema = z.object({
  text: z.string(),
  pages: z.array(z.number().int()),
  kind: z.enum(fileKinds),
  title: z.string(),
  author: z.string().optional(),
  date: z.string().optional(),
  recognized: recognizedSchema.optional(),
  /** What the person said that it is written in. */
  encoding: z.string().optional(),
});
export type KeptText = z.output<typeof keptTextSchema>;

/** Names the files of one upload. */
export type VersionOf = { userId: string; version: string };

/** Bytes and text of documents: a folder for each version, which goes whole. */
export function createDocumentFiles(blobs: BlobStore) {
  const folder = ({ userId, version }: VersionOf) => paths.document(userId, version);
  const find = async (path: string): Promise<Uint8Array | null> => (await blobs.find(path))?.bytes ?? null;
  const octets = { contentType: "application/octet-stream" };
  return {
    putSource: (of: VersionOf, bytes: Uint8Array) => blobs.put(`${folder(of)}/source`, bytes, octets),
    findSource: (of: VersionOf) => find(`${folder(of)}/source`),

    putPart: (of: VersionOf, part: number, bytes: Uint8Array) =>
      blobs.put(`${folder(of)}/parts/${part}`, bytes, octets),
    findPart: (of: VersionOf, part: number) => find(`${folder(of)}/parts/${part}`),
    deleteParts: (of: VersionOf) => blobs.deleteTree(`${folder(of)}/parts`),

    async putText(of: VersionOf, text: KeptText): Promise<void> {
      const bytes = Buffer.from(JSON.stringify(text));
      await blobs.put(`${folder(of)}/text`, bytes, { contentType: "application/json" });
    },
    async findText(of: VersionOf): Promise<KeptText | null> {
      const bytes = await find(`${folder(of)}/text`);
      return bytes === null ? null : keptTextSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
    },

    delete: (of: VersionOf) => blobs.deleteTree(folder(of)),
  };
}
export type DocumentFiles = ReturnType<typeof createDocumentFiles>;

/** A document as the file that it came as. */
export const createFindSource =
  (store: Store, blobs: BlobStore) =>
  async (userId: string, id: string): Promise<StoredFile | null> => {
    const found = await store.find(paths.document(userId, id));
    if (found === null) return null;
    const { version, mediaType, name } = toDocumentRecord(found.data);
    const bytes = await createDocumentFiles(blobs).findSource({ userId, version });
    return bytes && { bytes, mediaType, name };
  };

/** Each document as the person sees it, with the file as it came and its text as it was read. */
export const exportDocuments = (store: Store, files: DocumentFiles): KeptRecords => ({
  async *lines(userId) {
    for await (const { id, data } of readCollection(store, paths.documents(userId))) {
      const record = toDocumentRecord(data);
      const { version, read, conversationId } = record;
      const source = await files.findSource({ userId, version });
      const text = read === null ? null : await files.findText({ userId, version: read.version });
      const { kind: fileKind, ...view } = toDocumentView({ id, record });
      yield {
        ...{ ...view, kind: "document", fileKind, conversationId, text: text?.text ?? null },
        base64: source === null ? null : Buffer.from(source).toString("base64"),
      };
    }
  },
});
