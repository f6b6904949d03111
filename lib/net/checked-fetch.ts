import { Agent, fetch as fetchByUndici, type RequestInit as UndiciInit } from "undici";
import { AppError } from "@/lib/errors";
import { createCheckedLookup, resolveBySystem } from "./checked-lookup";
import { getPort, judgeUrl, type UrlRules } from "./judge-url";

/**
 * `fetch` for the server of an address that a person entered: the address passes the guard with every call,
 * what its name leads to as well, and redirects are not followed. Answers may stream for any time.
 */
export function createCheckedFetch(rules: UrlRules): typeof fetch {
  const neverStopped = new AbortController().signal;
  const toAgent = (isTrusted: boolean) =>
    new Agent({
      ...{ allowH2: false, headersTimeout: 0, bodyTimeout: 0 },
      connect: { lookup: createCheckedLookup(resolveBySystem, isTrusted, neverStopped) },
    });
  const agents = { trusted: toAgent(true), checked: toAgent(false) };
  return async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const judged = judgeUrl(address, rules);
    if (!judged.allowed)
      throw new AppError(
        "address_refused",
        `${URL.parse(address)?.host ?? "This"} was not asked: the address ${judged.reason}.`,
      );
    const dispatcher = judged.isTrusted ? agents.trusted : agents.checked;
    // Undici's own types and the platform's name the same things.
    const options = { ...init, redirect: "error", dispatcher } as UndiciInit;
    return (await fetchByUndici(judged.url, options)) as unknown as Response;
  };
}

/** What of private networks an address that an administrator entered may lead to. */
export type EnteredGuard = { allowedHosts: readonly string[]; allowsLoopback: boolean };

/** What the environment names is trusted; what was entered is guarded with every call. */
export function createEnteredFetch(
  entered: string,
  { allowedHosts, allowsLoopback }: EnteredGuard,
): typeof fetch {
  const url = URL.parse(entered);
  const isOwn = url !== null && allowsLoopback && isLoopback.test(url.hostname);
  return createCheckedFetch({
    allowedHosts: isOwn ? [...allowedHosts, `${url.hostname}:${getPort(url)}`] : allowedHosts,
  });
}

/** As WHATWG parsing writes them. */
const isLoopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
