import { afterEach, describe, expect, it } from "vitest";
import { addFiles, lookAfter, removeFile, retryFile } from "@/components/chat/composer/add-files";
import {
  createChosenFiles,
  isUploading,
  listParts,
  putFilesBack,
} from "@/components/chat/composer/chosen-files";
import { createDocumentsApi } from "@/components/documents/documents";
import {
  sendWithFetch,
  startDocumentsServer,
  type Asked,
  type DocumentsServer,
  type Said,
} from "@/tests/unit/client/documents-server";

let server: DocumentsServer;
afterEach(() => server.close());
const open = async (answer: (asked: Asked) => Said) => {
  server = await startDocumentsServer(answer);
  return createDocumentsApi(server.url, sendWithFetch);
};
const toView = (state: object) => ({
  ...{ id: "d1", name: "a.pdf", kind: "pdf", mediaType: "application/pdf", status: "waiting" },
  ...state,
});
const pdf = new File(["%PDF"], "a.pdf", { type: "application/pdf" });

describe("the files of a question", () => {
  it("are sent at once, and known by their address when they have arrived", async () => {
    const api = await open(({ method }) => ({
      body:
        method === "POST"
          ? toView({})
          : { document: toView({ status: "ready", pages: 3, words: 900 }), text: "" },
    }));
    const store = createChosenFiles();
    await addFiles(store, [pdf], api);
    expect(isUploading(store.getState())).toBe(true);
    expect(listParts(store.getState())).toEqual([]);
    await expect.poll(() => store.getState().documents[0]?.state).toBe("ready");
    expect(store.getState().documents[0]).toMatchObject({ pages: 3, words: 900, progress: 1 });
    expect(listParts(store.getState())).toEqual([
      { type: "file", mediaType: "application/pdf", filename: "a.pdf", url: "/api/files/d1" },
    ]);
  });

  it("may be sent while they are still read, and not when they cannot be", async () => {
    const api = await open(() => ({ body: toView({ status: "reading" }) }));
    const store = createChosenFiles();
    await addFiles(store, [pdf], api);
    await expect.poll(() => store.getState().documents[0]?.state).toBe("reading");
    expect(listParts(store.getState())).toHaveLength(1);
    store.setState(({ documents }) => ({
      documents: documents.map((one) => ({ ...one, state: "failed" as const })),
    }));
    expect(listParts(store.getState())).toEqual([]);
  });

  it("that could not be read say why, and are tried again", async () => {
    let error: string | undefined = "password";
    const api = await open(() => ({
      body: toView(error === undefined ? { status: "ready" } : { status: "failed", error }),
    }));
    const store = createChosenFiles();
    await addFiles(store, [pdf], api);
    await expect.poll(() => store.getState().documents[0]?.state).toBe("failed");
    const key = store.getState().documents[0]?.key ?? "";
    expect(store.getState().documents[0]).toMatchObject({ problem: "password", canRetry: true });
    error = undefined;
    retryFile(store, key, api);
    await expect.poll(() => store.getState().documents[0]?.state).toBe("ready");
    expect(store.getState().documents).toHaveLength(1);
    expect(store.getState().documents[0]?.problem).toBeNull();
  });

  it("are deleted on the server when they are removed", async () => {
    const api = await open(() => ({ body: toView({ status: "ready" }) }));
    const store = createChosenFiles();
    await addFiles(store, [pdf], api);
    await expect.poll(() => store.getState().documents[0]?.state).toBe("ready");
    removeFile(store, store.getState().documents[0]?.key ?? "", api);
    expect(store.getState().documents).toEqual([]);
    await expect
      .poll(() => server.asked.map(({ method, path }) => `${method} ${path}`))
      .toContain("DELETE /api/files/d1");
  });

  it("that are refused are named with the reason, and the others are taken", async () => {
    const api = await open(() => ({ body: toView({ status: "ready" }) }));
    const store = createChosenFiles();
    const film = new File(["x"], "clip.mp4", { type: "video/mp4" });
    await addFiles(store, [film, pdf], api);
    expect(store.getState().refused).toEqual([{ name: "clip.mp4", why: "recording" }]);
    expect(store.getState().documents.map(({ name }) => name)).toEqual(["a.pdf"]);
  });

  it("come back as they were with a question that was not taken", async () => {
    await open(() => ({}));
    const store = createChosenFiles();
    const parts = [
      { type: "file" as const, mediaType: "image/png", url: "data:image/png;base64,AA==" },
      { type: "file" as const, mediaType: "application/pdf", filename: "a.pdf", url: "/api/files/d1" },
    ];
    putFilesBack(store, parts);
    expect(listParts(store.getState())).toEqual(parts);
  });

  it("are looked after when they are back: what is read by now, and what is gone", async () => {
    const document = toView({ status: "ready", pages: 3, words: 900 });
    const api = await open(({ path }) =>
      path.includes("/d1/") ? { body: { document, text: "" } } : { status: 404 },
    );
    const store = createChosenFiles();
    const toPart = (id: string) => ({
      ...{ type: "file" as const, mediaType: "application/pdf", filename: `${id}.pdf` },
      url: `/api/files/${id}`,
    });
    putFilesBack(store, [toPart("d1"), toPart("d2")]);
    await lookAfter(store, api);
    expect(store.getState().documents.map(({ state, pages }) => [state, pages])).toEqual([
      ["ready", 3],
      ["failed", 0],
    ]);
    expect(listParts(store.getState())).toEqual([toPart("d1")]);
  });
});
