import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET } from "@/app/api/conversations/[id]/messages/[messageId]/export/route";
import { localOwner } from "@/lib/features/accounts/auth/local-owner";
import { createEvidenceRecords } from "@/lib/features/evidence/records/evidence";
import { createMessages } from "@/lib/data/messages";
import { openBlobs, openStore } from "@/lib/store/open";
import type { BlobStore } from "@/lib/store/blobs";
import type { Store } from "@/lib/store/store";
import { keepCited, pageText, toCitingReply } from "@/tests/support/answers";
import { openTestServices, type TestServices } from "@/tests/support/test-services";

const slot = Symbol.for("sextant.services");
let services: TestServices;

beforeAll(async () => {
  const opened: { store?: Store; blobs?: BlobStore } = {};
  services = await openTestServices({}, undefined, {
    openStore: async (config) => (opened.store = await openStore(config)),
    openBlobs: async (config) => (opened.blobs = await openBlobs(config)),
  });
  Object.assign(globalThis, { [slot]: Promise.resolve(services) });
  if (opened.store === undefined || opened.blobs === undefined) throw new Error("The store was not opened.");
  await opened.store.set(`users/${localOwner.id}/conversations/c1`, {
    title: "六分仪 (1731)",
    createdAt: 0,
    updatedAt: 0,
    lastSeq: 2,
    activeRunId: null,
  });
  await createMessages(opened.store, opened.blobs).save(localOwner.id, "c1", {
    seq: 2,
    message: toCitingReply("a1"),
  });
  await keepCited(createEvidenceRecords(opened.store, opened.blobs), localOwner.id, "c1");
});
afterAll(() => services.dispose());

async function download(query: string, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request(`http://127.0.0.1:3000/x${query}`, {
    headers: { host: "127.0.0.1:3000", ...headers },
  });
  return GET(request, { params: Promise.resolve({ id: "c1", messageId: "a1" }) });
}

describe("GET /api/conversations/{id}/messages/{messageId}/export", () => {
  it.each([
    ["markdown", "md", "text/markdown; charset=utf-8", "> John Hadley showed an \\*\\*octant\\*\\* in 1731."],
    ["html", "html", "text/html; charset=utf-8", "<h1>"],
    [
      "docx",
      "docx",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      "[Content_Types].xml",
    ],
    ["json", "json", "application/json", JSON.stringify(pageText)],
    ["bibtex", "bib", "application/x-bibtex; charset=utf-8", "@online{a-example-2024-"],
  ])("gives %s as a file with a name in its own script", async (format, ending, type, words) => {
    const answer = await download(`?format=${format}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe(type);
    expect(answer.headers.get("content-disposition")).toBe(
      `attachment; filename="___ (1731).${ending}"; filename*=UTF-8''%E5%85%AD%E5%88%86%E4%BB%AA%20%281731%29.${ending}`,
    );
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(await answer.text()).toContain(words);
  });

  it.each([
    ["the person's choice", { cookie: "theme=dark; locale=zh", "accept-language": "en" }, "## 来源"],
    ["the browser's language", { "accept-language": "zh-CN,zh;q=0.9" }, "## 来源"],
    ["English without either", {}, "## Sources"],
  ])("writes in %s", async (_case, headers, words) => {
    expect(await (await download("?format=markdown", headers)).text()).toContain(words);
  });

  it.each(["", "?format=pdf"])("refuses another format: %j", async (query) => {
    expect((await download(query)).status).toBe(400);
  });
});
