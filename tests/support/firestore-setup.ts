import { createServer } from "node:http";
import type { TestProject } from "vitest/node";
import { type FirestoreEmulator, noEmulator, startFirestoreEmulator } from "./firestore-emulator";
import { warmEmulator } from "./warm-emulator";

declare module "vitest" {
  interface ProvidedContext {
    /** Answers with the host of the one emulator that all test files share; the first to ask starts it. */
    firestoreEmulatorUrl: string;
  }
}

/** Starts no emulator for tests that need none, and ends the one that it started. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let emulator: Promise<FirestoreEmulator | null> | null = null;
  const start = async () => {
    const started = await startFirestoreEmulator();
    if (started === null) console.warn(`\n${noEmulator}\n`);
    else await warmEmulator(started.host);
    return started;
  };
  const server = createServer((_request, response) => {
    emulator ??= start();
    emulator.then(
      (started) => response.end(started?.host ?? ""),
      (error) => response.writeHead(500).end(`The Firestore emulator did not start: ${error}`),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  project.provide(
    "firestoreEmulatorUrl",
    `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
  );
  return async () => {
    server.close();
    await (await emulator?.catch(() => null))?.close();
  };
}
