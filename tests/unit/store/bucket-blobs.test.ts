import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openBucketBlobs } from "@/lib/store/bucket-blobs";
import type { BucketOptions } from "@/lib/store/bucket-blobs";
import { startStorageServer } from "@/tests/support/storage-server";
import type { StorageServer } from "@/tests/support/storage-server";
import { describeBlobs } from "./blob-contract";

const type = { contentType: "image/png" };
let server: StorageServer;

beforeEach(async () => {
  server = await startStorageServer({ pageSize: 4 });
});
afterEach(() => server.stop());

function openBlobs(options: Partial<BucketOptions> = {}) {
  return openBucketBlobs({
    bucket: server.bucket,
    projectId: "test-project",
    endpoint: server.origin,
    retryDelaysMs: [1],
    ...options,
  });
}

describeBlobs("bucket", async () => openBlobs());

describe("blobs in a bucket", () => {
  it("talk to the given server only, and look for no credentials", async () => {
    const reached = new Set<string>();
    // What the files before this one left in the process may open sockets too.
    const ours = new AsyncLocalStorage<boolean>();
    const onSocket = (message: unknown) => {
      if (!ours.getStore()) return;
      const { socket } = message as { socket: Socket };
      socket.on("connectionAttempt", (ip: string, port: number) => reached.add(`http://${ip}:${port}`));
    };
    subscribe("net.client.socket", onSocket);
    await ours.run(true, async () => {
      const blobs = openBlobs();
      await blobs.put("a", new Uint8Array([1]), type);
      await blobs.put("large", new Uint8Array(6_000_000), type);
      await Promise.all([blobs.find("a"), blobs.list({ limit: 5 }), blobs.deleteTree("a")]);
    });
    unsubscribe("net.client.socket", onSocket);
    expect([...reached]).toEqual([server.origin]);
  });

  it("find a file with one request, and put a small one with one", async () => {
    const blobs = openBlobs();
    await blobs.put("users/u1/files/f1", new Uint8Array([1, 2]), type);
    await blobs.find("users/u1/files/f1");
    expect(server.requests).toEqual([
      `POST /upload/storage/v1/b/${server.bucket}/o?uploadType=multipart&name=blobs%2Fusers%2Fu1%2Ffiles%2Ff1`,
      `GET /storage/v1/b/${server.bucket}/o/blobs%2Fusers%2Fu1%2Ffiles%2Ff1?alt=media`,
    ]);
  });

  it("put a large file in an upload that can be taken up again", async () => {
    const bytes = Uint8Array.from({ length: 6_000_000 }, (_, n) => (n * 13) % 251);
    await openBlobs().put("large", bytes, type);
    expect(server.requests[0]).toContain("uploadType=resumable");
    expect(Buffer.compare((await openBlobs().find("large"))?.bytes ?? new Uint8Array(), bytes)).toBe(0);
  });

  it("live below one prefix, and leave what others keep in the bucket alone", async () => {
    server.objects.set("others/photo 1.png", { bytes: Buffer.from("x"), contentType: "image/png" });
    const blobs = openBlobs();
    await blobs.put("others", new Uint8Array([1]), type);
    expect((await blobs.list({ limit: 10 })).blobs).toEqual([{ path: "others", size: 1 }]);
    await blobs.deleteTree("others");
    expect([...server.objects.keys()]).toEqual(["others/photo 1.png"]);
  });

  it("delete a tree of more files than a page holds", async () => {
    const blobs = openBlobs();
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => blobs.put(`users/u1/f${n}`, new Uint8Array([n]), type)),
    );
    await blobs.deleteTree("users");
    expect(server.objects.size).toBe(0);
  });

  it.each([503, 429, 500])("repeat a call that fails once with %i", async (status) => {
    const blobs = openBlobs();
    server.fail({ status }, 1);
    await blobs.put("a", new Uint8Array([7]), type);
    server.fail({ status }, 1);
    expect((await blobs.find("a"))?.bytes).toEqual(new Uint8Array([7]));
  });

  it("give up after a bounded number of repetitions and say that trying again helps", async () => {
    server.fail({ status: 503 });
    const failure = await openBlobs()
      .find("a")
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "store_unavailable", isRetryable: true });
    expect(server.requests.length).toBe(2);
  });

  it.each([401, 403])("name the settings, not their values, when the answer is %i", async (status) => {
    server.fail({ status, message: "svc@example.test may not read secret-bucket" });
    const attempts = [
      openBlobs().put("a", new Uint8Array([1]), type),
      openBlobs().find("a"),
      openBlobs().delete("a"),
      openBlobs().list({ limit: 1 }),
    ];
    for (const attempt of attempts) {
      const failure = await attempt.catch((error: unknown) => error);
      expect(failure).toMatchObject({
        code: "store_invalid",
        isRetryable: false,
        message: expect.stringContaining("FIREBASE_STORAGE_BUCKET"),
      });
      expect(String(failure)).not.toMatch(/svc@|secret-bucket/);
    }
  });

  it("say that the bucket is missing instead of that a file is", async () => {
    const blobs = openBlobs({ bucket: "no-such-bucket" });
    const missing = {
      code: "store_invalid",
      message: "The bucket that FIREBASE_STORAGE_BUCKET names does not exist.",
    };
    await expect(blobs.find("a")).rejects.toMatchObject(missing);
    await expect(blobs.delete("a")).rejects.toMatchObject(missing);
    await expect(blobs.list({ limit: 5 })).rejects.toMatchObject(missing);
    await expect(blobs.put("a", new Uint8Array([1]), type)).rejects.toMatchObject(missing);
  });

  it("refuse a private key that is none before anything is sent", async () => {
    const credentials = {
      clientEmail: "svc@example.test",
      privateKey: "-----BEGIN PRIVATE KEY-----\nbm9uZQ==\n-----END PRIVATE KEY-----\n",
    };
    const config = { bucket: "test-bucket", projectId: "test-project", credentials };
    const open = async () => openBucketBlobs(config);
    const failure = await open().catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: "store_invalid",
      message: expect.stringContaining("FIREBASE_PRIVATE_KEY"),
    });
    expect(String(failure)).not.toContain("svc@");
  });

  it("fail while the server is away and work again when it is back", async () => {
    const blobs = openBlobs();
    await blobs.put("a", new Uint8Array([1]), type);
    await server.stop();
    const away = { code: "store_unavailable", isRetryable: true };
    await expect(blobs.find("a")).rejects.toMatchObject(away);
    await expect(blobs.put("b", new Uint8Array([2]), type)).rejects.toMatchObject(away);
    await server.start();
    await blobs.put("b", new Uint8Array([2]), type);
    expect((await blobs.list({ limit: 5 })).blobs.map(({ path }) => path)).toEqual(["a", "b"]);
  });

  it("end a call that is never answered at their limit", async () => {
    server.fail("silent");
    const blobs = openBlobs({ limitMs: 300 });
    const late = { code: "store_unavailable", isRetryable: true };
    await expect(blobs.find("a")).rejects.toMatchObject(late);
    await expect(blobs.put("a", new Uint8Array([1]), type)).rejects.toMatchObject(late);
    await expect(blobs.list({ limit: 1 })).rejects.toMatchObject(late);
  });

  it("report bytes that changed on the way, in either direction", async () => {
    const blobs = openBlobs({ retryDelaysMs: [] });
    server.fail("changed-bytes");
    await expect(blobs.put("a", new Uint8Array([1, 2, 3]), type)).rejects.toMatchObject({
      code: "store_unavailable",
    });
    server.fail(null);
    await blobs.put("a", new Uint8Array([1, 2, 3]), type);
    server.fail("changed-hash");
    await expect(blobs.find("a")).rejects.toMatchObject({ code: "store_unavailable" });
  });
});
