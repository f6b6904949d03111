/**
 * Opens everything when the server starts, so that what is wrong is said at once; ends runs and followers
 * when it stops.
 */
export async function register(): Promise<void> {
  if (process.env["NEXT_RUNTIME"] !== "nodejs") return;
  const { startServer } = await import("./lib/server/start-server");
  const { log } = await startServer();
  // In development code changes, and Next knows what is there now.
  if (process.env.NODE_ENV === "development") return;
  const { serveDirectly } = await import("./lib/http/direct-route");
  const chat = {
    method: "POST",
    path: "/api/chat",
    load: async () => (await import("./lib/features/chat/endpoints")).startReply,
    onFailure: (error: unknown) => log.error("request_failed", { error }),
  };
  serveDirectly(chat, Number(process.env["PORT"]));
}
