import { expect } from "vitest";
import * as account from "@/app/api/account/route";
import * as invitations from "@/app/api/admin/invitations/route";
import * as auth from "@/app/api/auth/[...path]/route";
import type { AccountReply, InviteReply } from "@/lib/features/accounts/shape/accounts";
import type { Problem } from "@/lib/protocol/problem";
import { createBrowser, password, type Browser } from "./accounts-services";

export const signUp = (browser: Browser, email: string, more: object = {}) =>
  browser.auth(auth, "sign-up/email", { name: "Ada", email, password, ...more });
export const signIn = (browser: Browser, email: string, typed = password) =>
  browser.auth(auth, "sign-in/email", { email, password: typed });
export const who = async (browser: Browser) =>
  (await (await browser.call(account.GET)).json()) as AccountReply;
export const readProblem = async (response: Response) => (await response.json()) as Problem;

export async function addAdmin(email = "admin@a.example"): Promise<Browser> {
  const admin = createBrowser();
  expect((await signUp(admin, email)).status).toBe(200);
  return admin;
}

/** Gives the token of a new invitation. */
export async function invite(admin: Browser, body: object = {}): Promise<string> {
  const { results } = await inviteAll(admin, body);
  return toToken(results[0]?.link);
}

export async function inviteAll(admin: Browser, body: object): Promise<InviteReply> {
  return (await (await admin.call(invitations.POST, { method: "POST", body })).json()) as InviteReply;
}

export const toToken = (link: string | null | undefined): string =>
  new URL(link ?? "").searchParams.get("invitation") ?? "";

export async function addMember(admin: Browser, email = "member@a.example", name = "Mo"): Promise<Browser> {
  const member = createBrowser("198.51.100.1");
  expect((await signUp(member, email, { name, invitation: await invite(admin) })).status).toBe(200);
  return member;
}
