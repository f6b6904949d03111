import { AppError } from "@/lib/errors";
import type { AuditLog } from "@/lib/data/audit";
import { toAuthor, type People, type Person } from "@/lib/data/people";
import { operators } from "@/lib/features/accounts/shape/admin-access";
import type { AlertRecords } from "./records";
import type { ReceiversChange, Receivers } from "./shape";

/** More people look after no site. */
const mostOfEachRole = 100;

type ReceiversDeps = {
  alerts: Pick<AlertRecords, "readReceivers" | "saveReceivers">;
  people: Pick<People, "listByRoles">;
  audit: Pick<AuditLog, "record">;
};

/** Who is mailed of alerts: operators and administrators, or those of them who were chosen. */
export function createReceivers({ alerts, people, audit }: ReceiversDeps) {
  const listPossible = () => people.listByRoles(operators, mostOfEachRole);

  async function read(): Promise<Receivers> {
    const [{ version, ids }, may] = await Promise.all([alerts.readReceivers(), listPossible()]);
    return { version, ids, may: may.map(({ id, name }) => ({ id, name })) };
  }

  return {
    read,

    /** Throws `conflict` when somebody else saved first, `invalid_request` for people of other roles. */
    async save(change: ReceiversChange, author: Person): Promise<Receivers> {
      const may = new Set((await listPossible()).map(({ id }) => id));
      if (change.ids?.some((id) => !may.has(id)) === true)
        throw new AppError("invalid_request", "Only operators and administrators hear of alerts.", {
          fields: { ids: "name operators and administrators" },
        });
      await alerts.saveReceivers(change, toAuthor(author));
      await audit.record({ act: "alert_receivers_changed", actor: author.id });
      return read();
    },

    /** Ids; everybody who may where nobody of the chosen is left: an alert always has somebody. */
    async list(): Promise<string[]> {
      const { ids, may } = await read();
      const chosen = may.filter(({ id }) => ids === null || ids.includes(id));
      return (chosen.length > 0 ? chosen : may).map(({ id }) => id);
    },
  };
}
