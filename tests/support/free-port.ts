import { createServer, type AddressInfo } from "node:net";

/** A port on 127.0.0.1 that nobody listens on now. */
export function findFreePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Nothing listens there. A port that was just freed may be another test's a moment later; one this low is never handed out. */
export const closedAddress = "http://127.0.0.1:2";
