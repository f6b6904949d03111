import type { ContextPiece, ContextRequest, Feature } from "@/lib/engine/feature";
import type { Ground } from "@/lib/engine/ground";
import { toOneLine } from "@/lib/engine/loop/prompt";
import { once } from "@/lib/engine/run/slot";
import type { Folder } from "@/lib/features/folders/shape";
import type { GivenInstructions } from "@/lib/protocol/run-record";

type PersonInstructions = { instructions: string; folder: Folder | null };

/** What the person wants of all answers, and of those in a folder. `folderOf`: of its conversation. */
export function openPreferences(
  ground: Ground,
): Feature & { folderOf: (request: ContextRequest) => Promise<Folder | null> } {
  const read = once((request: ContextRequest) => readInstructions(ground, request));
  return {
    name: "preferences",
    folderOf: async (request) => (await read(request)).folder,
    async context(request) {
      const { instructions, folder } = await read(request);
      return {
        pieces: [
          ...toPiece({ kind: "person", name: null, text: instructions }),
          ...(folder === null
            ? []
            : toPiece({ kind: "folder", name: folder.name, text: folder.instructions })),
        ],
      };
    },
  };
}

const none: PersonInstructions = { instructions: "", folder: null };

/** Settings are compared without. A store that does not answer is done without, which the log says. */
async function readInstructions(
  { records, log }: Ground,
  { brief }: ContextRequest,
): Promise<PersonInstructions> {
  const { id, userId, place, isTrial } = brief;
  if (isTrial) return none;
  try {
    const [{ instructions }, folder] = await Promise.all([
      records.preferences.read(userId),
      place.folder === null ? null : records.folders.find(userId, place.folder),
    ]);
    return { instructions, folder };
  } catch (error) {
    log.warn("wishes_not_read", { runId: id, error });
    return none;
  }
}

/** For the consent to calls it is as private as what is remembered of the person. */
function toPiece(told: Exclude<GivenInstructions, { kind: "agent" }>): ContextPiece[] {
  const { kind, name, text } = told;
  if (text === "") return [];
  const whose = kind === "person" ? "every answer" : `answers in the folder "${toOneLine(name)}"`;
  const written = `What the person wants of ${whose}; the rules below hold besides:\n<wishes>\n${text}\n</wishes>`;
  return [{ at: "instructions", texts: [{ origin: "memory", text }], write: () => written, told }];
}
