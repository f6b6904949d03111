import { AppError } from "@/lib/errors";
import type { Auth } from "./auth";
import { isLoopbackHost } from "./local-owner";

/** `url` is the public address of a server with accounts; without it the server answers on this machine. */
export type SiteAddress = { url: string | null; host: string; port: number };
export type ReportRefusal = (event: "host_refused", fields: { host: string; address: string }) => void;

/** Whoever asks chooses the name: so many lines a minute, and so many characters of it, go to the log. */
const mostLines = 10;
const longestName = 100;

/**
 * Refuses a foreign `Host`: a rebound or guessed name gets nothing. The refusal names the address that
 * answers, and the log the one that was asked for.
 */
export function createHostCheck(
  { url, host, port }: SiteAddress,
  report: ReportRefusal,
  now: () => number = Date.now,
): Auth["checkHost"] {
  const address = url ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  let minute = 0;
  let lines = 0;
  function tell(asked: string): void {
    const current = Math.floor(now() / 60_000);
    lines = current === minute ? lines + 1 : 1;
    minute = current;
    const name = asked.slice(0, longestName).replace(/[^\x21-\x7e]/g, "?");
    if (lines <= mostLines) report("host_refused", { host: name, address });
  }
  return (headers) => {
    const asked = headers.get("host") ?? "";
    if (url === null ? isLoopbackHost(asked.replace(/:\d{1,5}$/, "")) : asked === new URL(url).host) return;
    tell(asked);
    throw new AppError(
      "forbidden",
      url === null
        ? `This server answers to its own machine only. Open ${address}.`
        : `This server answers at ${address} only. Open that address.`,
    );
  };
}
