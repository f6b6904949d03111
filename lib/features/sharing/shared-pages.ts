import type { People, PersonRecord } from "@/lib/data/people";
import type { Settings } from "@/lib/data/settings";
import { toShareId } from "@/lib/data/share-record";
import type { Shares } from "./records";
import { AppError } from "@/lib/errors";
import type { SharesReply, Snapshot } from "./shape";

export type SharedPagesDeps = {
  shares: Shares;
  people: Pick<People, "find" | "findMany">;
  settings: Pick<Settings, "get">;
  /** With accounts only people who have one share; without, the lone owner. */
  hasAccounts: boolean;
};

/** What visitors read, and what administrators see and end. */
export function createSharedPages({ shares, people, settings, hasAccounts }: SharedPagesDeps) {
  async function createCheck() {
    const { sharingRoles } = (await settings.get()).settings;
    return (person: PersonRecord | null): boolean =>
      person?.disabledAt === null &&
      (person.email !== null) === hasAccounts &&
      sharingRoles.includes(person.role);
  }
  const mayShare = async (userId: string): Promise<boolean> =>
    (await createCheck())(await people.find(userId));
  return {
    mayShare,

    /** `null` where there is nothing, and while its owner may not share. */
    async read(token: string): Promise<Snapshot | null> {
      if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return null;
      const id = toShareId(token);
      const place = await shares.findPlace(id);
      return place && (await mayShare(place.userId)) ? shares.read(place, id) : null;
    },

    /** Everybody's; the newest of each page first. */
    async listAll(page: Parameters<Shares["list"]>[0]): Promise<SharesReply> {
      const [{ shares: listed, cursor }, check] = await Promise.all([shares.list(page), createCheck()]);
      const owners = await people.findMany(listed.map(({ userId }) => userId));
      const rows = listed.map(({ id, userId, conversationId, sharedAt, messages }, index) => {
        const owner = owners[index] ?? null;
        const person = { id: userId, name: owner?.name ?? null };
        return { id, person, conversationId, sharedAt, messages, isOpen: check(owner) };
      });
      return { shares: rows.toSorted((a, b) => b.sharedAt - a.sharedAt), cursor };
    },

    /** Ends anybody's page. Throws `not_found`. */
    async endAny(by: string, id: string): Promise<void> {
      const place = await shares.findPlace(id);
      if (place === null || !(await shares.end(place, by, id)))
        throw new AppError("not_found", "This page is not shared any more.");
    },
  };
}
