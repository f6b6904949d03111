import { toAppError } from "@/lib/errors";

/**
 * `failed` must be put right before deploying; without what is `missing` it works, with less. Nothing is `ok`
 * that was `not asked`.
 */
export type Finding = { check: string; status: "ok" | "missing" | "not asked" | "failed"; text: string };

/** Errors of ours are sentences for a person. Anybody else's may hold a secret and is not repeated. */
export function toFailure(check: string, error: unknown, doing = ""): Finding {
  const { message } = toAppError(error);
  return { check, status: "failed", text: doing === "" ? message : `${doing}: ${message}` };
}
