import type { DocumentFiles } from "@/lib/features/documents/records/document-files";
import type { FoundDocument } from "@/lib/features/documents/records/document-record";
import type { Upload, Uploads } from "@/lib/features/documents/records/uploads";
import { AppError } from "@/lib/errors";
import {
  maxFileBytes,
  uploadPartBytes,
  type FileKind,
  type UploadReply,
  type UploadState,
} from "@/lib/features/documents/shape/documents";
import { checkBytes, toFileKind, toFileName } from "./file-kind";

export type AddDeps = {
  uploads: Uploads;
  files: DocumentFiles;
  /** What a person may keep in all, in bytes; `null` without a limit. */
  readLimitBytes: () => Promise<number | null>;
  newId: () => string;
};

export type NewFile = {
  name: string;
  mediaType: string;
  bytes: Uint8Array;
  /** `null`: it is sent with a message. */
  collectionId: string | null;
};

/**
 * Takes files in, whole or in parts. Their room is taken and a job that would clear them planned before a
 * byte is kept; where something fails, nothing of the file is left, at the latest after a day.
 */
export function createFileIntake(deps: AddDeps) {
  const steps = createSteps(deps);
  return {
    add: (userId: string, file: NewFile) => addWhole(deps, steps, userId, file),
    ...createParts(deps, steps),
  };
}

type Steps = ReturnType<typeof createSteps>;

function createSteps(deps: AddDeps) {
  const { uploads, files } = deps;
  async function begin(
    userId: string,
    { name, mediaType, bytes, collectionId }: Omit<NewFile, "bytes"> & { bytes: number },
    kind: FileKind,
  ): Promise<string> {
    if (bytes > maxFileBytes)
      throw new AppError("too_large", `A file may have at most ${maxFileBytes / 1_000_000} MB.`);
    const version = deps.newId();
    const upload = { name, mediaType, bytes, collectionId, kind };
    await uploads.begin({ userId, version }, upload, await deps.readLimitBytes());
    return version;
  }

  async function get(userId: string, version: string): Promise<Upload> {
    const upload = await uploads.find({ userId, version });
    if (upload === null) throw new AppError("not_found", "This upload does not exist.");
    return upload;
  }

  async function drop(userId: string, version: string): Promise<void> {
    if ((await uploads.drop({ userId, version })) !== false) await files.delete({ userId, version });
  }

  return { begin, get, drop };
}

/** Keeps the whole file, or nothing of it. */
async function addWhole(
  { uploads, files }: AddDeps,
  { begin, drop }: Steps,
  userId: string,
  file: NewFile,
): Promise<FoundDocument> {
  const name = toFileName(file.name);
  const kind = toFileKind(name, file.mediaType);
  const mediaType = checkBytes(file.bytes, kind, file.mediaType);
  const about = { name, mediaType, bytes: file.bytes.byteLength, collectionId: file.collectionId };
  const version = await begin(userId, about, kind);
  try {
    await files.putSource({ userId, version }, file.bytes);
    return await uploads.complete({ userId, version });
  } catch (error) {
    // The job that was planned for it does what cannot be done now.
    await drop(userId, version).catch(() => undefined);
    throw error;
  }
}

/** A file in numbered parts. */
function createParts({ uploads, files }: AddDeps, { begin, get, drop }: Steps) {
  return {
    async beginParts(
      userId: string,
      {
        name: given,
        mediaType,
        ...file
      }: { name: string; mediaType: string; bytes: number; collectionId: string | null },
    ): Promise<UploadReply> {
      const name = toFileName(given);
      const kind = toFileKind(name, mediaType);
      return {
        uploadId: await begin(userId, { ...file, name, mediaType }, kind),
        partBytes: uploadPartBytes,
      };
    },

    /** A part may come again, also one that is here. Throws `invalid_request` on one of another length. */
    async putPart(userId: string, version: string, part: number, bytes: Uint8Array): Promise<void> {
      const upload = await get(userId, version);
      if (upload.documentId !== null)
        throw new AppError("conflict", "This upload is complete. Its parts cannot be changed.");
      const wanted = toPartBytes(upload.bytes, part);
      if (wanted === null || bytes.byteLength !== wanted)
        throw new AppError("invalid_request", "This is not a part of the file.", {
          fields: { part: wanted === null ? "there is no such part" : `send ${wanted} bytes` },
        });
      await files.putPart({ userId, version }, part, bytes);
      await uploads.notePart({ userId, version }, part, bytes.byteLength);
    },

    async readUpload(userId: string, version: string): Promise<UploadState> {
      const { name, bytes, parts } = await get(userId, version);
      const here = Object.keys(parts).map(Number);
      return { uploadId: version, partBytes: uploadPartBytes, name, bytes, parts: here };
    },

    async cancel(userId: string, version: string): Promise<void> {
      const { documentId } = await get(userId, version);
      if (documentId !== null) throw new AppError("conflict", "This upload is complete.");
      await drop(userId, version);
    },

    /** Joins the parts; asked again it gives the same. Throws `invalid_request` while parts are missing. */
    async complete(userId: string, version: string): Promise<FoundDocument> {
      const upload = await get(userId, version);
      if (upload.documentId === null) {
        const bytes = await joinParts(files, { userId, version }, upload);
        checkBytes(bytes, upload.kind, upload.mediaType);
        await files.putSource({ userId, version }, bytes);
      }
      const document = await uploads.complete({ userId, version });
      await files.deleteParts({ userId, version }).catch(() => undefined);
      return document;
    },
  };
}

/** `null` for a number that is no part's. */
function toPartBytes(bytes: number, part: number): number | null {
  const count = Math.ceil(bytes / uploadPartBytes);
  if (!Number.isInteger(part) || part < 1 || part > count) return null;
  return part < count ? uploadPartBytes : bytes - (count - 1) * uploadPartBytes;
}

async function joinParts(
  files: DocumentFiles,
  of: { userId: string; version: string },
  upload: Upload,
): Promise<Uint8Array> {
  const joined = new Uint8Array(upload.bytes);
  const count = Math.ceil(upload.bytes / uploadPartBytes);
  for (let part = 1; part <= count; part += 1) {
    const bytes = upload.parts[part] === undefined ? null : await files.findPart(of, part);
    if (bytes === null)
      throw new AppError("invalid_request", `Part ${part} of ${count} is missing.`, {
        fields: { part: `send part ${part}` },
      });
    joined.set(bytes, (part - 1) * uploadPartBytes);
  }
  return joined;
}
