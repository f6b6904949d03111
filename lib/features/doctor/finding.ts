import { toAppError } from "@/lib/errors";

/**
 * `failed` must be put right before deploying; without what is `missing` it works, with less. Nothing is `ok`
 * that was `not asked`.
 */
export type Finding = { check: string; status: "ok" | "missing" | "not asked" | "failed"; text: string };

/** Whether others are asked, which may cost a little. */
export type CheckOptions = { isAsking: boolean; signal: AbortSignal };

const limitMs = 10_000;

/** What a server at the address answers to a look that changes nothing; `null` where there is none. */
export async function lookAt(
  address: string,
  method: "GET" | "HEAD",
  signal: AbortSignal,
): Promise<Response | null> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  const response = await fetch(address, { method, redirect: "manual", signal: limit }).catch(() => null);
  signal.throwIfAborted();
  return response;
}

/** Errors of ours are sentences for a person. Anybody else's may hold a secret and is not repeated. */
export function toFailure(check: string, error: unknown, doing = ""): Finding {
  const { message } = toAppError(error);
  return { check, status: "failed", text: doing === "" ? message : `${doing}: ${message}` };
}
