import { AppError } from "@/lib/errors";
import type { z } from "zod";
import type { AccountsContext } from "./accounts-options";
import { toAnswer, toRedirect } from "./answers";
import type { AuthRequest } from "./auth";
import { authPaths, toKey } from "./auth-paths";
import {
  changePassword,
  changePasswordSchema,
  requestReset,
  requestResetSchema,
  resetPassword,
  resetPasswordSchema,
} from "./change-password";
import { finishProvider, oauth2Schema, socialSchema, startProvider } from "./provider-sign-in";
import { signIn, signInSchema, toVerifyCookie } from "./sign-in";
import { signUp, signUpSchema } from "./sign-up";
import { resendVerification, withdrawSignUp } from "./unconfirmed";

type Endpoint = (context: AccountsContext, request: AuthRequest) => Promise<Response>;

/** Everything that answers below `/api/auth`; what else the library for signing in offers is not there. */
const endpoints: Record<string, Endpoint> = {
  "POST sign-in/email": (context, { body, headers }) => signIn(context, parse(signInSchema, body), headers),
  "POST sign-up/email": (context, { body, headers }) => signUp(context, parse(signUpSchema, body), headers),
  "POST sign-up/resend": (context, { headers }) => resendVerification(context, headers),
  "POST sign-up/withdraw": (context, { headers }) => withdrawSignUp(context, headers),
  "POST sign-in/social": (context, { body }) => startProvider(context, parse(socialSchema, body)),
  "POST sign-in/oauth2": (context, { body }) => {
    const { providerId, ...rest } = parse(oauth2Schema, body);
    return startProvider(context, { provider: providerId, ...rest });
  },
  "GET callback/google": (context, request) => finishProvider(context, "google", request),
  "GET callback/oidc": (context, request) => finishProvider(context, "oidc", request),
  "GET verify-email": (context, request) => openVerification(context, request),
  "POST change-password": (context, { body, headers }) =>
    changePassword(context, parse(changePasswordSchema, body), headers),
  "POST request-password-reset": (context, { body, headers }) =>
    requestReset(context, parse(requestResetSchema, body), headers),
  "POST reset-password": (context, { body, headers }) =>
    resetPassword(context, parse(resetPasswordSchema, body), headers),
  "POST sign-out": (context, { headers }) => signOut(context, headers),
};

export async function answerAuth(context: AccountsContext, request: AuthRequest): Promise<Response> {
  const name = `${request.method} ${request.path}`;
  const endpoint = Object.hasOwn(endpoints, name) ? endpoints[name] : undefined;
  if (endpoint === undefined) throw new AppError("not_found", "There is nothing here.");
  return endpoint(context, request);
}

/** Notes in this browser that the link was opened; signing in next shows that the password is theirs too. */
async function openVerification(context: AccountsContext, { query }: AuthRequest): Promise<Response> {
  const token = query.get("token") ?? "";
  const isGood =
    /^[A-Za-z0-9_-]{20,100}$/.test(token) && (await context.links.findVerification(token)) !== null;
  if (!isGood) return toRedirect("/sign-in?error=invalid_token");
  return toRedirect("/sign-in?confirm=1", [toVerifyCookie(context, token, 60 * 60)]);
}

/** Ends this session for every copy of its cookie. */
async function signOut({ sessions, epochs, deps }: AccountsContext, headers: Headers): Promise<Response> {
  const token = sessions.readToken(headers);
  const found = token === null ? null : await deps.store.find(authPaths.session(token));
  const userId = found?.data["userId"];
  if (token !== null && typeof userId === "string") {
    await deps.store.batch(
      [authPaths.session(token), authPaths.sessionOf(userId, toKey(token))].map((path) => ({
        kind: "delete",
        path,
      })),
    );
    await epochs.bump(userId);
  }
  return toAnswer({ status: "signed_out" }, sessions.toGoneCookies());
}

function parse<SCHEMA extends z.ZodType>(schema: SCHEMA, body: unknown): z.output<SCHEMA> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const fields = Object.fromEntries(
    result.error.issues.map((issue) => [issue.path.join(".") || "body", issue.message]),
  );
  // Not the cause: it may hold a password.
  throw new AppError("invalid_request", "Something in the request is not as it should be.", { fields });
}
