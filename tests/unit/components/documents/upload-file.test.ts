import { afterEach, describe, expect, it } from "vitest";
import { createDocumentsApi } from "@/components/documents/documents";
import { uploadFile } from "@/components/documents/upload-file";
import {
  sendWithFetch,
  startDocumentsServer,
  type Asked,
  type DocumentsServer,
  type Said,
} from "@/tests/unit/client/documents-server";

const partBytes = 3_500_000;
const document = { id: "d1", collectionId: null, name: "big.txt", status: "waiting" };
let server: DocumentsServer;
afterEach(() => server.close());

const open = async (answer: (asked: Asked) => Said) => {
  server = await startDocumentsServer(answer);
  return createDocumentsApi(server.url, sendWithFetch);
};
const noWait = () => Promise.resolve();
const signal = new AbortController().signal;
const toFile = (size: number) => new File([Buffer.alloc(size, "a")], "big.txt", { type: "text/plain" });
const answerUpload = ({ method, path }: Asked): Said => {
  if (path.endsWith("?upload=new")) return { body: { uploadId: "u1", partBytes } };
  return method === "PUT" ? {} : { body: document };
};

describe("uploadFile", () => {
  it("sends a small file whole", async () => {
    const api = await open(() => ({ status: 202, body: document }));
    const answer = await uploadFile(api, toFile(10), {
      ...{ collectionId: null, onProgress: () => undefined, signal, wait: noWait },
    });
    expect(answer).toMatchObject({ ok: true, value: { id: "d1", title: "big.txt", pages: 0 } });
    expect(server.asked.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /api/files"]);
    expect(server.asked[0]?.body.toString("latin1")).toContain('filename="big.txt"');
  });

  it("sends a larger one in numbered parts, the last one smaller, and tells how far it is", async () => {
    const shares: number[] = [];
    const api = await open(answerUpload);
    const answer = await uploadFile(api, toFile(2 * partBytes + 1), {
      ...{ collectionId: "c1", onProgress: (share) => shares.push(share), signal, wait: noWait },
    });
    expect(answer.ok).toBe(true);
    expect(server.asked.map(({ method, path, body }) => `${method} ${path} ${body.length}`).slice(1)).toEqual(
      [
        `PUT /api/files/uploads/u1/1 ${partBytes}`,
        `PUT /api/files/uploads/u1/2 ${partBytes}`,
        "PUT /api/files/uploads/u1/3 1",
        "POST /api/files/uploads/u1/complete 0",
      ],
    );
    expect(JSON.parse(String(server.asked[0]?.body))).toMatchObject({ collectionId: "c1", bytes: 7_000_001 });
    expect(shares.at(-1)).toBe(1);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  });

  it("sends the part again that a cut network lost, and none that has arrived", async () => {
    let cuts = 2;
    const api = await open((asked) =>
      asked.path.endsWith("/2") && cuts-- > 0 ? "cut" : answerUpload(asked),
    );
    const waits: number[] = [];
    const answer = await uploadFile(api, toFile(2 * partBytes), {
      ...{ collectionId: null, onProgress: () => undefined, signal },
      wait: (ms) => Promise.resolve(void waits.push(ms)),
    });
    expect(answer.ok).toBe(true);
    expect(server.asked.flatMap(({ path }) => /uploads\/u1\/(\d)/.exec(path)?.[1] ?? [])).toEqual([
      ...["1", "2", "2", "2"],
    ]);
    expect(waits).toEqual([1_000, 2_000]);
  });

  it("gives up at once on what will not change", async () => {
    const problem = { code: "too_large", detail: "Too large.", status: 413, type: "about:blank", title: "" };
    const api = await open(() => ({ status: 413, body: problem }));
    const answer = await uploadFile(api, toFile(10), {
      ...{ collectionId: null, onProgress: () => undefined, signal, wait: noWait },
    });
    expect(answer).toMatchObject({ ok: false, status: 413, problem: { code: "too_large" } });
    expect(server.asked).toHaveLength(1);
  });

  it("says why a collection did not take it", async () => {
    const refused = [{ name: "big.txt", code: "invalid_request", detail: "Not a text." }];
    const api = await open(() => ({ status: 202, body: { documents: [], refused } }));
    const answer = await uploadFile(api, toFile(10), {
      ...{ collectionId: "c1", onProgress: () => undefined, signal, wait: noWait },
    });
    expect(answer).toMatchObject({ ok: false, problem: { detail: "Not a text." } });
  });
});

describe("a reply about documents", () => {
  it("is filled with what a short one leaves out", async () => {
    const api = await open(() => ({ body: { document: { ...document, name: "a.xlsx" }, text: "" } }));
    expect(await api.getDocument({ id: "d1", collectionId: null })).toMatchObject({
      ok: true,
      value: { kind: "xlsx", title: "a.xlsx", words: 0, tags: [] },
    });
  });

  it("of another shape counts as none", async () => {
    const api = await open(() => ({ body: { collections: [{ id: 1 }] } }));
    expect(await api.listCollections()).toEqual({ ok: false, status: null, problem: null });
  });
});
