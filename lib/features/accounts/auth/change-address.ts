import { randomBytes } from "node:crypto";
import { deleteEach } from "@/lib/data/delete-each";
import { paths } from "@/lib/data/paths";
import { AppError } from "@/lib/errors";
import type { Store } from "@/lib/store/store";
import type { AccountsContext } from "./accounts-options";
import { authPaths } from "./auth-paths";
import type { Receiver } from "./mails";

const lifeMs = 24 * 60 * 60_000;
const toIdentifier = (token: string) => `change-address:${token}`;

/** How an account gets another address than the one it was made with. */
export function createAddressChange(context: AccountsContext) {
  const { deps, mailer, links, epochs, options } = context;
  const { store, now } = deps;

  async function move(userId: string, email: string, isProven: boolean): Promise<void> {
    const old = (await store.find(paths.person(userId)))?.data["email"];
    await moveAddress(store, { userId, email, isProven, now: now() });
    // What still is on its way to the old address opens the account no longer.
    await links.forget(userId);
    if (typeof old === "string")
      await deleteEach(store, paths.invitations, { field: "email", op: "==", value: old });
    await epochs.bump(userId);
  }

  return {
    /**
     * Mails a link to the new address and a notice to the old one; `false` where there is no mail, and the
     * new one holds at once. Throws `already_exists` and what keeps the mail from being sent.
     */
    async changeAddress(person: Receiver & { id: string }, email: string): Promise<boolean> {
      if ((await store.find(authPaths.email(email))) !== null) throw createTaken();
      if (mailer === null) {
        await move(person.id, email, false);
        return false;
      }
      const token = randomBytes(32).toString("base64url");
      const at = now();
      await store.set(authPaths.verification(toIdentifier(token)), {
        ...{ value: person.id, email, expiresAt: at + lifeMs, createdAt: at, updatedAt: at },
      });
      const { locale } = person;
      await mailer.send(
        "address",
        { email, locale },
        { link: `${options.url}/confirm-address?token=${token}` },
      );
      // The old one may be dead: that is why it changes.
      const notice = mailer.send("addressNotice", person, { link: `${options.url}/account` });
      deps.inBackground("mail_failed", notice);
      return true;
    },

    /** Only for the person themselves: a stranger who gets the mail by mistake gets no account with it. */
    async confirmAddress(userId: string, token: string): Promise<void> {
      const found = await store.find(authPaths.verification(toIdentifier(token)));
      const { value, email, expiresAt } = found?.data ?? {};
      if (value !== userId || typeof email !== "string" || Number(expiresAt) <= now())
        throw new AppError("invalid_request", "This link has been used, or it is too old.", {
          fields: { token: "is no longer good" },
        });
      await move(userId, email, true);
    },
  };
}

type Moving = { userId: string; email: string; isProven: boolean; now: number };

function moveAddress(store: Store, { userId, email, isProven, now }: Moving): Promise<void> {
  return store.transaction(async (tx) => {
    const [person, claim] = await tx.findMany([paths.person(userId), authPaths.email(email)]);
    if (!person || typeof person.data["leavingAt"] === "number")
      throw new AppError("not_found", "There is no such person.");
    if (claim) throw createTaken();
    tx.delete(authPaths.email(String(person.data["email"])));
    tx.create(authPaths.email(email), { userId });
    tx.update(paths.person(userId), { email, emailVerified: isProven, updatedAt: now });
  });
}

function createTaken(): AppError {
  return new AppError("already_exists", "Somebody has an account with this address.", {
    fields: { email: "is taken" },
  });
}
