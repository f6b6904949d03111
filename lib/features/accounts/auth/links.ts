import { deleteEach } from "@/lib/data/delete-each";
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { linkLifeMs } from "@/lib/features/accounts/records";
import type { DocumentData, Store } from "@/lib/store/store";
import { authPaths, toKey } from "./auth-paths";

/** `userId` is empty for an address that was taken; `invitation`: the id of the one used. */
export type Unconfirmed = { userId: string; email: string; invitation: string | null };
type LinkDeps = { store: Store; now: () => number; url: string; secret: string };

const dayMs = 24 * 60 * 60_000;
const mailed = "m-";

/** Links that can be used once within 24 hours. The store keeps the hash of what stands in them. */
export function createLinks({ store, now, url, secret }: LinkDeps) {
  const { save, find } = createVerifications(store, now);

  return {
    toInvitation() {
      const token = createToken();
      return { link: `${url}/sign-up?invitation=${token}`, id: toKey(token) };
    },

    /** In the library's form: it completes this. `isMailed`: who has the link reads the address's mail. */
    async createReset(userId: string, { isMailed }: { isMailed: boolean }) {
      const token = `${isMailed ? mailed : ""}${createToken()}`;
      const expiresAt = await save(toResetIdentifier(token), userId);
      return { link: `${url}/reset-password?token=${token}`, expiresAt };
    },

    /** Whose password the token resets, and if it proves the address; `null` when it is no longer good. */
    async findReset(token: string): Promise<{ userId: string; isMailed: boolean } | null> {
      const userId = await find(toResetIdentifier(token));
      return userId === null ? null : { userId, isMailed: token.startsWith(mailed) };
    },

    async createVerification(userId: string): Promise<string> {
      const token = createToken();
      await save(`verify-email:${token}`, userId);
      return `${url}/api/auth/verify-email?token=${token}`;
    },

    /** Whose address the token confirms; `null` when it is no longer good. */
    findVerification: (token: string): Promise<string | null> => find(`verify-email:${token}`),

    ...createUnconfirmedLinks(store, { save, find }),

    /** Uses up the token; `false` when it is no longer good or somebody else's. */
    consumeVerification: (token: string, userId: string): Promise<boolean> =>
      consume(store, `verify-email:${token}`, { userId, now: now() }),

    ...createSetupLinks({ url, secret, now }),

    /** Takes back every open link of a person. */
    forget: (userId: string): Promise<void> => forget(store, userId),
  };
}
export type AccountLinks = ReturnType<typeof createLinks>;

function createSetupLinks({ url, secret, now }: Omit<LinkDeps, "store">) {
  const setupKey = Buffer.from(hkdfSync("sha256", secret, "", "sextant setup links", 32));
  const toSetupToken = (email: string, day: number) =>
    `setup-${createHmac("sha256", setupKey).update(`${email}\n${day}`).digest("base64url")}`;
  return {
    /** For those the environment names: equal on all instances, good today and tomorrow, until sign-up. */
    toSetup: (email: string): string =>
      `${url}/sign-up?invitation=${toSetupToken(email, Math.floor(now() / dayMs))}`,

    isSetup(token: string, email: string): boolean {
      const today = Math.floor(now() / dayMs);
      return [today, today - 1].some((day) => isSame(token, toSetupToken(email, day)));
    },
  };
}

type Verifications = ReturnType<typeof createVerifications>;

/** By these a browser shows that it is the one that signed up. */
function createUnconfirmedLinks(store: Store, { save, find }: Verifications) {
  return {
    async createUnconfirmed({ userId, ...more }: Unconfirmed): Promise<string> {
      const token = createToken();
      await save(toUnconfirmedIdentifier(token), userId, more);
      return token;
    },
    async findUnconfirmed(token: string): Promise<Unconfirmed | null> {
      const userId = await find(toUnconfirmedIdentifier(token));
      const data = (await store.find(authPaths.verification(toUnconfirmedIdentifier(token))))?.data;
      const { email, invitation } = data ?? {};
      if (userId === null || typeof email !== "string") return null;
      return { userId, email, invitation: typeof invitation === "string" ? invitation : null };
    },
  };
}

/** Tokens under their identifiers, each with a person's id, for 24 hours. */
function createVerifications(store: Store, now: () => number) {
  return {
    async save(identifier: string, userId: string, more: DocumentData = {}): Promise<number> {
      const at = now();
      const expiresAt = at + linkLifeMs;
      const record = { ...more, value: userId, expiresAt, createdAt: at, updatedAt: at };
      await store.set(authPaths.verification(identifier), record);
      return expiresAt;
    },
    async find(identifier: string): Promise<string | null> {
      const found = await store.find(authPaths.verification(identifier));
      const { value, expiresAt } = found?.data ?? {};
      const isValid = typeof expiresAt === "number" && expiresAt > now();
      return typeof value === "string" && isValid ? value : null;
    },
  };
}

function consume(
  store: Store,
  identifier: string,
  { userId, now }: { userId: string; now: number },
): Promise<boolean> {
  return store.transaction(async (tx) => {
    const path = authPaths.verification(identifier);
    const data = (await tx.find(path))?.data;
    if (data?.["value"] !== userId || Number(data["expiresAt"]) <= now) return false;
    tx.delete(path);
    return true;
  });
}

const forget = (store: Store, userId: string): Promise<void> =>
  deleteEach(store, authPaths.verifications, { field: "value", op: "==", value: userId });

function toResetIdentifier(token: string): string {
  return `reset-password:${token}`;
}

const toUnconfirmedIdentifier = (token: string): string => `sign-up:${token}`;

function createToken(): string {
  return randomBytes(32).toString("base64url");
}

function isSame(given: string, wanted: string): boolean {
  return timingSafeEqual(Buffer.from(toKey(given)), Buffer.from(toKey(wanted)));
}
