import type { AccountReply, SessionsReply } from "@/lib/protocol/accounts";
import type { UsageReply } from "@/lib/protocol/usage";
import { request, requestRemoval, type Answer } from "./request";

/** `confirm`: a mail has to show first that the address is the person's. */
export type SignUpReply = { status: "signed_in" | "confirm" };
export type ProviderId = "google" | "oidc";

export type NewAccount = { name: string; email: string; password: string; invitation?: string };
type ProviderVisit = { provider: ProviderId; next: string; invitation?: string };

/** What the pages for accounts ask of the server, at the page's own origin unless another one is named. */
export function createAccountApi(origin = "") {
  const post = <VALUE>(path: string, body: object): Promise<Answer<VALUE>> =>
    request<VALUE>(`${origin}${path}`, { method: "POST", body });
  return {
    signIn: (body: { email: string; password: string }) => post("/api/auth/sign-in/email", body),
    signUp: (account: NewAccount) => post<SignUpReply>("/api/auth/sign-up/email", account),
    signOut: () => post("/api/auth/sign-out", {}),
    signOutEverywhere: () => post("/api/account/sign-out-everywhere", {}),
    /** Answers with the address at the provider to go to. */
    visitProvider: ({ provider, next, invitation }: ProviderVisit) =>
      post<{ url: string }>("/api/auth/sign-in/social", {
        provider,
        callbackURL: next,
        ...(invitation !== undefined && { invitation }),
      }),
    requestReset: (email: string) => post("/api/auth/request-password-reset", { email }),
    resetPassword: (body: { newPassword: string; token: string }) => post("/api/auth/reset-password", body),
    changePassword: (body: { currentPassword: string; newPassword: string }) =>
      post("/api/auth/change-password", { ...body, revokeOtherSessions: true }),
    getAccount: (signal?: AbortSignal) =>
      request<AccountReply>(`${origin}/api/account`, signal === undefined ? {} : { signal }),
    getUsage: (signal: AbortSignal) => request<UsageReply>(`${origin}/api/usage`, { signal }),
    listSessions: (signal: AbortSignal) =>
      request<SessionsReply>(`${origin}/api/account/sessions`, { signal }),
    endSession: (id: string) => requestRemoval(`${origin}/api/account/sessions/${encodeURIComponent(id)}`),
    deleteAccount: (body: { email: string; password?: string }) =>
      request(`${origin}/api/account`, { method: "DELETE", body, timeoutMs: deletionMs }),
  };
}

/** Everything of the person goes before it answers. */
const deletionMs = 60_000;
