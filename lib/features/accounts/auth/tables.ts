import { AppError } from "@/lib/errors";
import { paths } from "@/lib/data/paths";
import type { DocumentData, Store } from "@/lib/store/store";
import { authPaths, toKey, toProviderKey } from "./auth-paths";
import { toFields, toRow, type RowAt, type Row } from "./rows";

/** One kind of record. Nothing is scanned: a condition without an address finds nothing. */
export type Table = {
  find(equal: Map<string, string>): Promise<RowAt[]>;
  create(row: Row): Promise<Row>;
  remove(found: RowAt[]): Promise<void>;
};

/** More than anybody has; what is over it is removed in the next round. */
export const pageSize = 100;

export function createUserTable(store: Store, create: (row: Row) => Promise<Row>): Table {
  return {
    create,
    async find(equal) {
      const email = equal.get("email");
      const claimed = email === undefined ? null : await store.find(authPaths.email(email));
      const id = equal.get("id") ?? claimed?.data["userId"];
      if (typeof id !== "string") return [];
      const found = await store.find(paths.person(id));
      return found === null ? [] : [{ path: found.path, row: toRow(found.id, found.data) }];
    },
    remove: async () => {
      throw new AppError("internal", "Accounts are deleted with everything in them, not here.");
    },
  };
}

/** The tokens that providers give are not kept: nothing here asks providers for more than who somebody is. */
const droppedFields = [
  "accessToken",
  "refreshToken",
  "idToken",
  "accessTokenExpiresAt",
  "refreshTokenExpiresAt",
  "scope",
];

async function findByKey(store: Store, key: string): Promise<RowAt[]> {
  const userId = (await store.find(authPaths.providerByKey(key)))?.data["userId"];
  const found = typeof userId === "string" ? await store.find(authPaths.account(userId, key)) : null;
  return found === null ? [] : [{ path: found.path, row: { ...toRow(found.id, found.data), userId } }];
}

export type AccountDeps = {
  store: Store;
  oidcIssuer: string | null;
  /** Somebody who has an account can now also sign in by this provider. */
  onJoined(userId: string, providerId: string): Promise<void>;
};

export function createAccountTable({ store, oidcIssuer, onJoined }: AccountDeps): Table {
  const issuerOf = (providerId: string) => (providerId === "oidc" ? oidcIssuer : null);

  /**
   * One that was made before keys named the issuer is only believed of the issuer that was the first to be
   * asked about it.
   */
  async function findWithoutIssuer(providerId: string, accountId: string, issuer: string): Promise<RowAt[]> {
    const found = await findByKey(store, toProviderKey(providerId, accountId));
    if (found.length === 0) return [];
    const first = await store.transaction(async (tx) => {
      const known = (await tx.find(authPaths.firstIssuer))?.data["issuer"];
      if (known === undefined) tx.set(authPaths.firstIssuer, { issuer });
      return known ?? issuer;
    });
    return first === issuer ? found : [];
  }

  return {
    async find(equal) {
      const [id, userId, providerId, accountId] = ["id", "userId", "providerId", "accountId"].map((name) =>
        equal.get(name),
      );
      if (id !== undefined) return findByKey(store, id);
      if (providerId !== undefined && accountId !== undefined) {
        const issuer = issuerOf(providerId);
        const found = await findByKey(store, toProviderKey(providerId, accountId, issuer));
        return found.length > 0 || issuer === null ? found : findWithoutIssuer(providerId, accountId, issuer);
      }
      if (userId === undefined) return [];
      const page = await store.list({ collection: authPaths.accounts(userId), limit: pageSize });
      return page.documents.map((document) => ({
        path: document.path,
        row: { ...toRow(document.id, document.data), userId },
      }));
    },
    async create(row) {
      const { userId, providerId, accountId } = row;
      if (typeof userId !== "string" || typeof providerId !== "string" || typeof accountId !== "string")
        throw new AppError("internal", "This is no account.");
      const kept = Object.fromEntries(
        Object.entries(row).filter(([name]) => name !== "userId" && !droppedFields.includes(name)),
      );
      const key = toProviderKey(providerId, accountId, issuerOf(providerId));
      const others = await store.list({ collection: authPaths.accounts(userId), limit: 1 });
      await store.batch([
        { kind: "create", path: authPaths.providerByKey(key), data: { userId } },
        { kind: "create", path: authPaths.account(userId, key), data: toFields(kept) },
      ]);
      if (others.documents.length > 0) await onJoined(userId, providerId);
      return { ...row, id: key };
    },
    remove: (found) =>
      deleteAll(
        store,
        found.flatMap(({ path, row }) => [path, authPaths.providerByKey(String(row["id"]))]),
      ),
  };
}

/** Found by the hash of the token, which itself is in the cookie only; each person has a list of theirs. */
export function createSessionTable(store: Store, bump: (userId: string) => Promise<void>): Table {
  return {
    async find(equal) {
      const token = equal.get("token");
      if (token === undefined) return findOfPerson(store, equal.get("userId"));
      const found = await store.find(authPaths.session(token));
      return found === null ? [] : [{ path: found.path, row: { ...toRow(found.id, found.data), token } }];
    },
    create: (row) => createSession(store, row),
    async remove(found) {
      await deleteAll(
        store,
        found.flatMap(({ path, row }) => [
          path,
          authPaths.sessionOf(String(row["userId"]), String(row["id"])),
        ]),
      );
      for (const userId of new Set(found.map(({ row }) => String(row["userId"])))) await bump(userId);
    },
  };
}

async function findOfPerson(store: Store, userId: string | undefined): Promise<RowAt[]> {
  if (userId === undefined) return [];
  const page = await store.list({ collection: authPaths.sessionsOf(userId), limit: pageSize });
  return page.documents.map(({ id, data }) => ({
    path: authPaths.sessionByKey(id),
    row: { ...toRow(id, data), userId, token: "" },
  }));
}

/** Checks the person in the same transaction, so that a disabled one gets no session. */
async function createSession(store: Store, row: Row): Promise<Row> {
  const { token, userId, ...rest } = row;
  if (typeof token !== "string" || typeof userId !== "string")
    throw new AppError("internal", "This is no session.");
  const key = toKey(token);
  // Where the person signed in from is nobody's business here, and would only have to be protected.
  const kept: DocumentData = { ...toFields(rest), ipAddress: "", userAgent: "" };
  await store.transaction(async (tx) => {
    const person = await tx.find(paths.person(userId));
    if (person?.data["isWaiting"] === true)
      throw new AppError("forbidden", "This account waits for an administrator's approval.", {
        reason: "waiting",
      });
    if (person === null || typeof person.data["disabledAt"] === "number")
      throw new AppError("forbidden", "This account is disabled.");
    tx.create(authPaths.sessionByKey(key), { ...kept, userId });
    tx.create(authPaths.sessionOf(userId, key), {
      createdAt: kept["createdAt"] ?? 0,
      expiresAt: kept["expiresAt"] ?? 0,
    });
  });
  return { ...row, id: key };
}

const sweptAtOnce = 20;

/** One-time tokens and the state of a sign-in under way, by the hash of what identifies them. */
export function createVerificationTable(store: Store, now: () => number): Table {
  async function sweep(): Promise<void> {
    const page = await store.list({
      collection: authPaths.verifications,
      where: [{ field: "expiresAt", op: "<", value: now() }],
      orderBy: { field: "expiresAt", direction: "asc" },
      limit: sweptAtOnce,
    });
    await deleteAll(
      store,
      page.documents.map(({ path }) => path),
    );
  }
  return {
    async find(equal) {
      const identifier = equal.get("identifier");
      const path =
        identifier === undefined
          ? authPaths.verificationByKey(equal.get("id") ?? "none")
          : authPaths.verification(identifier);
      const found = await store.find(path);
      return found === null
        ? []
        : [
            {
              path,
              row: { ...toRow(found.id, found.data), ...(identifier === undefined ? {} : { identifier }) },
            },
          ];
    },
    async create(row) {
      const { identifier, ...rest } = row;
      if (typeof identifier !== "string") throw new AppError("internal", "This is no verification.");
      await store.set(authPaths.verification(identifier), toFields(rest));
      await sweep();
      return { ...row, id: toKey(identifier) };
    },
    remove: (found) =>
      deleteAll(
        store,
        found.map(({ path }) => path),
      ),
  };
}

async function deleteAll(store: Store, found: string[]): Promise<void> {
  if (found.length > 0) await store.batch(found.map((path) => ({ kind: "delete", path })));
}
