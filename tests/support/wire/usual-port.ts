import { findErrorCode } from "@/lib/errors";
import type { ServerOptions } from "./provider-server";
import { startProviderServer, type ProviderServer } from "./provider-server";
import type { Script } from "./reply";

/** Where model servers at home listen. A machine that runs tests may have some of them, or other tests. */
const ports = [8000, 1234, 8080, 11434];

/** A provider server on the first usual port of a model server that is free. */
export async function startOnUsualPort(script: Script, options: ServerOptions): Promise<ProviderServer> {
  for (const port of ports) {
    try {
      return await startProviderServer(script, { ...options, port });
    } catch (error) {
      if (findErrorCode(error) !== "EADDRINUSE") throw error;
    }
  }
  throw new Error(`The ports ${ports.join(", ")} are all in use.`);
}
