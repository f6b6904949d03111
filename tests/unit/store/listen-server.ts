import { protos } from "@google-cloud/firestore-api";
import { grpc } from "google-gax";
import { onTestFinished } from "vitest";
import { openFirestoreStore } from "@/lib/store/firestore";
import type { Store } from "@/lib/store/store";

const { ListenRequest, ListenResponse } = protos.google.firestore.v1;
export type Response = protos.google.firestore.v1.IListenResponse;
/** One stream that the store has opened. */
export type Listener = {
  target: protos.google.firestore.v1.ITarget;
  metadata: grpc.Metadata;
  send(...responses: Response[]): void;
  fail(code: number): void;
};

/**
 * A store whose server speaks the protocol of listening as the test wants: `onListen` is called with each
 * stream that is opened.
 */
export async function openListening(
  onListen: (listener: Listener) => void,
  options: grpc.ServerOptions = {},
): Promise<Store> {
  const server = new grpc.Server(options);
  server.addService(
    { Listen: toMethod("Listen", true), BatchGetDocuments: toMethod("BatchGetDocuments", false) },
    {
      Listen: (call: grpc.ServerDuplexStream<Buffer, Buffer>) =>
        call.on("data", (bytes: Buffer) =>
          onListen({
            target: ListenRequest.decode(bytes).addTarget ?? {},
            metadata: call.metadata,
            send: (...responses) =>
              responses.forEach((each) => call.write(Buffer.from(ListenResponse.encode(each).finish()))),
            fail: (code) => call.emit("error", { code, details: "no" }),
          }),
        ),
      BatchGetDocuments: (call: grpc.ServerWritableStream<Buffer, Buffer>) => call.end(),
    },
  );
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  const store = await openFirestoreStore({ projectId: "listening", emulatorHost: `127.0.0.1:${port}` });
  onTestFinished(async () => {
    await store.close();
    server.forceShutdown();
  });
  return store;
}

const root = "projects/listening/databases/(default)/documents";

export function toChange(path: string, version: number): Response {
  const document = {
    name: `${root}/${path}`,
    fields: { version: { integerValue: version } },
    updateTime: { seconds: version, nanos: 0 },
  };
  return { documentChange: { document, targetIds: [1] } };
}

export function toRemoval(path: string): Response {
  return { documentRemove: { document: `${root}/${path}`, removedTargetIds: [1] } };
}

export function toTargetChange(type: "ADD" | "REMOVE" | "CURRENT" | "RESET"): Response {
  return {
    targetChange: {
      targetChangeType: protos.google.firestore.v1.TargetChange.TargetChangeType[type],
      targetIds: [1],
    },
  };
}

/** From here on everything that was told is whole. */
export function toMoment(seconds: number): Response {
  return { targetChange: { targetIds: [], readTime: { seconds, nanos: 0 } } };
}

export function toFilter(count: number): Response {
  return { filter: { targetId: 1, count } };
}

function toMethod(name: string, requestStream: boolean) {
  const pass = (bytes: Buffer) => bytes;
  const path = `/google.firestore.v1.Firestore/${name}`;
  return {
    ...{ path, requestStream, responseStream: true },
    ...{
      requestSerialize: pass,
      requestDeserialize: pass,
      responseSerialize: pass,
      responseDeserialize: pass,
    },
  };
}
