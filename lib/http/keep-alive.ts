import { after } from "next/server";

/** A platform that freezes the process after the answer has to wait for it, up to the route's time limit. */
export function keepAlive(work: () => Promise<unknown>): void {
  try {
    after(work);
  } catch (error) {
    // Outside of Next nobody freezes the process.
    if (!(error instanceof Error) || !error.message.includes("request scope")) throw error;
  }
}

/** Keeps it alive for a reply that goes on, where one does. */
export function keepReply(
  resumed: { reply: Promise<unknown> } | null,
  { settleBackground }: { settleBackground: () => Promise<unknown> },
): void {
  if (resumed !== null) keepAlive(() => resumed.reply.then(settleBackground));
}
