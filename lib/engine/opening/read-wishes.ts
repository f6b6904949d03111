import type { Wish } from "@/lib/engine/loop/prompt";
import type { Folder } from "@/lib/protocol/folders";
import type { GivenInstructions } from "@/lib/protocol/run-record";
import type { RunDeps } from "@/lib/engine/ports";
import type { Brief } from "@/lib/engine/brief";
import type { Run } from "@/lib/engine/run/run";

/**
 * What the person wants of all answers, and of those in this folder; settings are compared without. A
 * store that does not answer is done without, which the log says.
 */
export async function readWishes(
  deps: Pick<RunDeps, "preferences" | "folders" | "log">,
  { id, userId, place: { folder }, isTrial }: Brief,
): Promise<{ wishes: Wish[]; folder: Folder | null }> {
  if (isTrial) return { wishes: [], folder: null };
  try {
    const [{ instructions }, found] = await Promise.all([
      deps.preferences.read(userId),
      folder === null ? null : deps.folders.find(userId, folder),
    ]);
    const wishes = [
      { folder: null, instructions },
      { folder: found?.name ?? null, instructions: found?.instructions ?? "" },
    ];
    return { wishes: wishes.filter((wish) => wish.instructions !== ""), folder: found };
  } catch (error) {
    deps.log.warn("wishes_not_read", { runId: id, error });
    return { wishes: [], folder: null };
  }
}

/** What the reply was told to keep to; `null` where that was nothing, or it was never told. */
export function listInstructions(run: Pick<Run, "brief" | "context">): GivenInstructions[] | null {
  const context = run.context.opened();
  if (context === null) return null;
  const given: GivenInstructions[] = context.wishes.map(({ folder, instructions: text }) =>
    folder === null ? { kind: "person", name: null, text } : { kind: "folder", name: folder, text },
  );
  if (run.brief.agent !== null) given.push({ kind: "agent", name: run.brief.agent.name, text: null });
  return given.length > 0 ? given : null;
}
