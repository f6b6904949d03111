import { createServer, type AddressInfo, type Socket } from "node:net";

export type RawServer = {
  port: number;
  countConnections: () => number;
  /** What was sent to it, all connections together. */
  readReceived: () => string;
  close: () => Promise<void>;
};

/** A server on this machine that says what it likes, bytes and all; the handler is called when a request's head has arrived. */
export async function startRawServer(handle: (socket: Socket, path: string) => void): Promise<RawServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  let received = "";
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    connections += 1;
    sockets.add(socket);
    let head = "";
    let isHandled = false;
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    socket.on("end", () => socket.end());
    socket.on("data", (chunk) => {
      head += chunk.toString("latin1");
      received += chunk.toString("latin1");
      if (isHandled || !head.includes("\r\n\r\n")) return;
      isHandled = true;
      handle(socket, head.split(" ")[1] ?? "/");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    countConnections: () => connections,
    readReceived: () => received,
    close: () =>
      new Promise((resolve) => {
        sockets.forEach((socket) => socket.destroy());
        server.close(() => resolve());
      }),
  };
}
