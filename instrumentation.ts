/**
 * Opens everything when the server starts, so that what is wrong is said at once; ends runs and followers
 * when it stops.
 */
export async function register(): Promise<void> {
  if (process.env["NEXT_RUNTIME"] !== "nodejs") return;
  const { startServer } = await import("./lib/server/start-server");
  await startServer();
}
