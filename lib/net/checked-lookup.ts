import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { AppError, toAppError } from "@/lib/errors";
import { judgeAddress } from "./address";

/** All addresses of a host name. */
export type Resolve = (hostname: string) => Promise<string[]>;

/**
 * A connection's `lookup`: resolves once, checks every address and hands the checked ones on, so a name that
 * answers differently a moment later changes nothing. A late resolver is not waited for beyond the signal.
 */
export function createCheckedLookup(
  resolve: Resolve,
  isTrusted: boolean,
  signal: AbortSignal,
): LookupFunction {
  return (hostname, options, callback) => {
    Promise.race([resolveChecked(resolve, hostname, isTrusted), waitForEnd(signal)]).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const [first] = found;
        if (options.all || !first) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : toAppError(error), "", 0),
    );
  };
}

export const resolveBySystem: Resolve = async (hostname) => {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address }) => address);
};

function waitForEnd(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = () => reject(new AppError("aborted", "Looking up a name was stopped."));
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
  });
}

async function resolveChecked(resolve: Resolve, hostname: string, isTrusted: boolean): Promise<string[]> {
  const addresses = await resolve(hostname).catch((cause: unknown) => {
    throw new AppError("page_unavailable", `There is no server named ${hostname}.`, { cause });
  });
  if (addresses.length === 0) throw new AppError("page_unavailable", `There is no server named ${hostname}.`);
  if (isTrusted) return addresses;
  for (const address of addresses) {
    const judged = judgeAddress(address);
    // One bad address condemns the name: which of them a connection picks is not ours to say.
    if (!judged.allowed)
      throw new AppError("address_refused", `${hostname} was not read: its address ${judged.reason}.`);
  }
  return addresses;
}
