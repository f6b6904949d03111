import { useCallback, useEffect, useRef, useState } from "react";
import { createDocumentsApi } from "@/components/documents/documents";
import { guessKind } from "@/lib/features/documents/shape/file-kinds";
import type { RequestFailure } from "@/lib/client/request";
import { refuseFile, type FileRefusal, uploadFile } from "@/components/documents/upload-file";
import type { DocumentView, FileKind } from "@/lib/features/documents/shape/documents";

/** A file on its way into a collection; it leaves the list when it has arrived. */
export type Upload = {
  key: string;
  name: string;
  bytes: number;
  kind: FileKind | null;
  state: "waiting" | "uploading" | "failed" | "refused";
  progress: number;
  refusal: FileRefusal | null;
  failure: RequestFailure | null;
};
export type Uploads = {
  uploads: readonly Upload[];
  add: (files: readonly File[]) => void;
  retry: (key: string) => void;
  remove: (key: string) => void;
};

const api = createDocumentsApi();
/** More at once make none of them arrive earlier. */
const mostAtOnce = 2;

/** Brings files into a collection, two at a time, in their order. */
export function useUploads(collectionId: string, onArrived: (document: DocumentView) => void): Uploads {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const given = useRef(new Map<string, { file: File; left: AbortController }>());
  const change = useCallback(
    (key: string, patch: Partial<Upload>) =>
      setUploads((before) => before.map((one) => (one.key === key ? { ...one, ...patch } : one))),
    [],
  );
  const remove = useCallback((key: string) => {
    given.current.get(key)?.left.abort();
    given.current.delete(key);
    setUploads((before) => before.filter((one) => one.key !== key));
  }, []);

  const running = uploads.filter(({ state }) => state === "uploading").length;
  const next = running < mostAtOnce ? uploads.find(({ state }) => state === "waiting")?.key : undefined;
  useEffect(() => {
    const known = next === undefined ? undefined : given.current.get(next);
    if (next === undefined || known === undefined) return;
    change(next, { state: "uploading", progress: 0 });
    const { file, left } = known;
    const onProgress = (progress: number) => change(next, { progress });
    void uploadFile(api, file, { collectionId, onProgress, signal: left.signal }).then((answer) => {
      if (left.signal.aborted) return;
      if (!answer.ok) return change(next, { state: "failed", failure: answer });
      onArrived(answer.value);
      remove(next);
    });
  }, [next, collectionId, change, remove, onArrived]);

  useEffect(() => {
    const all = given.current;
    return () => {
      for (const { left } of all.values()) left.abort();
    };
  }, []);
  useWarning(running > 0);

  return {
    uploads,
    add: useCallback((files: readonly File[]) => {
      const added = files.map((file) => toUpload(file));
      for (const { upload, file } of added)
        given.current.set(upload.key, { file, left: new AbortController() });
      setUploads((before) => [...before, ...added.map(({ upload }) => upload)]);
    }, []),
    retry: useCallback(
      (key: string) => {
        const known = given.current.get(key);
        if (known !== undefined) given.current.set(key, { ...known, left: new AbortController() });
        change(key, { state: "waiting", failure: null });
      },
      [change],
    ),
    remove,
  };
}

function toUpload(file: File): { upload: Upload; file: File } {
  const { name, type, size: bytes } = file;
  const refusal = refuseFile(file, 0);
  const upload: Upload = {
    ...{ key: crypto.randomUUID(), name, bytes, kind: guessKind(name, type) },
    ...{ state: refusal === null ? "waiting" : "refused", progress: 0, refusal, failure: null },
  };
  return { upload, file };
}

/** Whoever leaves the site while files are on their way is asked first. */
function useWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const left = new AbortController();
    window.addEventListener("beforeunload", (event) => event.preventDefault(), { signal: left.signal });
    return () => left.abort();
  }, [isNeeded]);
}
