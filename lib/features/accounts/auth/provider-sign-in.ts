import { isAppError } from "@/lib/errors";
import { z } from "zod";
import type { AccountsContext } from "./accounts-options";
import { toAnswer, toRedirect } from "./answers";
import type { AuthRequest } from "./auth";
import { throwTyped } from "./library-errors";
import { noteSignIn } from "./note-sign-in";
import { withLimit, type ProviderName } from "./providers";
import { reportRefusal } from "./sign-in";
import { signUpSchema } from "./sign-up";

/** A page of this site: no scheme, no other host, nothing that a browser reads as one. */
const pagePathSchema = z
  .string()
  .max(500)
  .refine(
    (path) => /^\/(?![/\\])[^\s\\]*$/.test(path) && !leadsElsewhere(new URL(path, "http://site.invalid")),
    "should be a page of this site",
  )
  .default("/");
const visit = {
  callbackURL: pagePathSchema,
  ...signUpSchema.pick({ invitation: true, acceptsTerms: true }).shape,
};
export const socialSchema = z.strictObject({ provider: z.enum(["google", "oidc"]), ...visit });
export const oauth2Schema = z.strictObject({ providerId: z.literal("oidc"), ...visit });

/**
 * Says where the browser has to go to sign in. An invitation and the terms that were accepted travel in the
 * state, which an encrypted cookie keeps.
 */
export async function startProvider(
  context: AccountsContext,
  { provider, callbackURL, ...more }: z.output<typeof socialSchema>,
): Promise<Response> {
  const library = await context.providers.get(provider);
  const body = {
    provider,
    callbackURL,
    errorCallbackURL: "/sign-in",
    disableRedirect: true,
    additionalData: more,
  };
  const answer = await library.api
    .signInSocial({ body, headers: new Headers(), returnHeaders: true })
    .catch(throwTyped);
  return toAnswer({ url: answer.response.url }, answer.headers.getSetCookie());
}

/** The provider sends the browser back. Whatever happens, the answer leads to a page of ours. */
export async function finishProvider(
  context: AccountsContext,
  provider: ProviderName,
  { headers, query }: AuthRequest,
): Promise<Response> {
  try {
    const library = await context.providers.get(provider);
    const call = {
      method: "GET" as const,
      params: { id: provider },
      query: Object.fromEntries(query),
      headers: new Headers({ cookie: headers.get("cookie") ?? "" }),
    };
    const answer = await withLimit(library.api.callbackOAuth({ ...call, asResponse: true }));
    const page = toPage(context.options.url, answer.headers.get("location"));
    const reason = page.startsWith(refused) ? page.slice(refused.length) : null;
    if (reason !== null) reportRefusal(context, headers, { by: provider, account: null, reason });
    return toRedirect(page, await noteSignIn(context, headers, answer.headers.getSetCookie()));
  } catch (error) {
    const reason = toErrorCode(error);
    reportRefusal(context, headers, { by: provider, account: null, reason, error });
    if (isAppError(error) && error.reason === "waiting") return toRedirect("/waiting");
    return toRedirect(`${refused}${reason}`);
  }
}

const refused = "/sign-in?error=";

/** Only a page of this site, and of what a provider said about a failure only its code. */
function toPage(url: string, location: string | null): string {
  const target = new URL(location ?? `${refused}unknown`, url);
  if (target.origin !== url || leadsElsewhere(target)) return `${refused}unknown`;
  const code = target.searchParams.get("error");
  if (code === null) return `${target.pathname}${target.search}`;
  return `${refused}${/^[A-Za-z_]{1,64}$/.test(code) ? code.toLowerCase() : "unknown"}`;
}

/** "/.//host" is a path, and another site's address once it is written without the dot. */
function leadsElsewhere({ pathname }: URL): boolean {
  return pathname.startsWith("//");
}

function toErrorCode(error: unknown): string {
  if (!isAppError(error)) return "unknown";
  return error.code === "forbidden" ? "account_disabled" : error.code;
}
