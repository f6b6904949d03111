import { grpc } from "google-gax";
import { describe, expect, it, onTestFinished } from "vitest";
import { openFirestoreStore } from "@/lib/store/firestore";
import type { Store } from "@/lib/store/store";

type Answer = { code: number; details: string };

describe("what Firestore answers", () => {
  it.each<[string, Answer, string, RegExp]>([
    [
      "UNAUTHENTICATED",
      { code: 16, details: "Request had invalid authentication credentials." },
      "store_invalid",
      /FIREBASE_CLIENT_EMAIL and FIREBASE_PRIVATE_KEY/,
    ],
    [
      "PERMISSION_DENIED",
      { code: 7, details: "Missing or insufficient permissions." },
      "store_invalid",
      /FIREBASE_CLIENT_EMAIL and FIREBASE_PRIVATE_KEY/,
    ],
    ["RESOURCE_EXHAUSTED", { code: 8, details: "Quota exceeded." }, "store_unavailable", /quota is used up/],
    [
      "RESOURCE_EXHAUSTED by size",
      { code: 8, details: "gRPC message exceeds maximum size 4194304: 8100739" },
      "too_large",
      /may hold/,
    ],
    [
      "FAILED_PRECONDITION",
      { code: 9, details: "The query requires an index. You can create it here: …" },
      "store_invalid",
      /firestore\.indexes\.json/,
    ],
    [
      "NOT_FOUND of the database",
      { code: 5, details: "The database (default) does not exist for project p" },
      "store_invalid",
      /no Firestore database/,
    ],
    [
      "UNAVAILABLE",
      { code: 14, details: "The service is currently unavailable." },
      "store_unavailable",
      /does not answer/,
    ],
    ["DEADLINE_EXCEEDED", { code: 4, details: "Deadline exceeded" }, "store_unavailable", /does not answer/],
    ["ABORTED", { code: 10, details: "Too much contention on these documents." }, "conflict", /same time/],
    ["INTERNAL", { code: 13, details: "Internal error" }, "store_unavailable", /does not answer/],
    ["INVALID_ARGUMENT", { code: 3, details: "Unknown value" }, "invalid_request", /refuses this value/],
  ])("as %s is a typed error that says what to do", async (_name, answer, code, message) => {
    const store = await openAnswering(() => answer);
    const failure: unknown = await store.find("users/u1").catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code,
      message: expect.stringMatching(message),
      cause: { code: answer.code },
    });
  });

  it("says when to try again after the quota was used up", async () => {
    const store = await openAnswering(() => ({ code: 8, details: "Quota exceeded." }));
    await expect(store.find("users/u1")).rejects.toMatchObject({ retryAfter: 60, status: 503 });
  });

  it("is asked once more when nobody was there, and not after any other failure", async () => {
    let asked = 0;
    const store = await openAnswering(() => ({ code: [14, 10][asked++] ?? 13, details: "no" }));
    await expect(store.find("users/u1")).rejects.toMatchObject({ code: "conflict" });
    expect(asked).toBe(2);
  });

  it("does not come: a check gives up by itself", async () => {
    const store = await openAnswering(() => null);
    await expect(store.check()).rejects.toMatchObject({ code: "store_unavailable" });
  });
});

/** A store whose server answers every read so, or never. */
async function openAnswering(answer: () => Answer | null): Promise<Store> {
  const server = new grpc.Server();
  const pass = (bytes: Buffer) => bytes;
  const path = "/google.firestore.v1.Firestore/BatchGetDocuments";
  const method = {
    path,
    requestStream: false,
    responseStream: true,
    requestSerialize: pass,
    requestDeserialize: pass,
    responseSerialize: pass,
    responseDeserialize: pass,
  };
  server.addService(
    { BatchGetDocuments: method },
    {
      BatchGetDocuments(call: { emit(event: "error", error: Answer): void }) {
        const given = answer();
        if (given !== null) call.emit("error", given);
      },
    },
  );
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  const store = await openFirestoreStore({ projectId: "answering", emulatorHost: `127.0.0.1:${port}` });
  onTestFinished(async () => {
    await store.close();
    server.forceShutdown();
  });
  return store;
}
