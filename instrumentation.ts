/**
 * Opens everything when the server starts, so that what is wrong is said at once; ends runs and followers
 * when it stops.
 */
export async function register(): Promise<void> {
  if (process.env["NEXT_RUNTIME"] !== "nodejs") return;
  const { startServer } = await import("./lib/server/start-server");
  // In development code changes, and Next knows what is there now.
  await startServer(process.env.NODE_ENV === "development" ? [] : [chat]);
}

/** What people wait for most. */
const chat = {
  method: "POST",
  path: "/api/chat",
  load: async () => (await import("./app/api/chat/route")).POST,
};
