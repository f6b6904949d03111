import { z } from "zod";
import type { Env } from "@/lib/env";
import { toCallback } from "./check-accounts";
import type { Finding } from "./finding";

/** Reads the discovery document of the OpenID provider, as the server will. */
export async function checkProvider(
  { OIDC_ISSUER: issuer, AUTH_URL: address }: Pick<Env, "OIDC_ISSUER" | "AUTH_URL">,
  signal: AbortSignal,
): Promise<Finding[]> {
  const check = "openid";
  if (address === undefined) return [];
  if (issuer === undefined)
    return [
      {
        check,
        status: "missing",
        text: "OIDC_ISSUER is not set, so nobody can sign in with an OpenID provider",
      },
    ];
  const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const document = await fetchDocument(url, signal);
  if (typeof document === "string")
    return [{ check, status: "failed", text: `${url} ${document}. Check OIDC_ISSUER` }];
  if (trim(document.issuer) !== trim(issuer)) {
    return [
      {
        check,
        status: "failed",
        text: `OIDC_ISSUER differs from the name that the provider gives itself. Set it to ${document.issuer}`,
      },
    ];
  }
  const text = `the provider answers. Register this redirect address with it: ${toCallback(address, "oidc")}. The first sign-in shows whether it accepts the client`;
  return [{ check, status: "ok", text }];
}

const limitMs = 10_000;
const documentSchema = z.object({
  issuer: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
});

/** A string says what is wrong with it. */
async function fetchDocument(
  url: string,
  signal: AbortSignal,
): Promise<z.output<typeof documentSchema> | string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]) });
    if (!response.ok) return `answers ${response.status}`;
    const result = documentSchema.safeParse(await response.json());
    return result.success ? result.data : "is not a discovery document";
  } catch (error) {
    signal.throwIfAborted();
    return error instanceof SyntaxError ? "is not a discovery document" : "does not answer";
  }
}

function trim(address: string): string {
  return address.replace(/\/$/, "");
}
