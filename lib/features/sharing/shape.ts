import { z } from "zod";
import { verdicts } from "@/lib/features/evidence/shape/claims";
import { exportFormats } from "@/lib/features/evidence/shape/evidence";

/** A conversation as it was at one moment, for others to read: words and addresses, no more. */
export const snapshotSchema = z.object({
  title: z.string(),
  /** Milliseconds since 1970 at which it was taken. */
  takenAt: z.number(),
  turns: z.array(
    z.object({
      role: z.enum(["user", "assistant"]),
      /** The question as it was written, or the answer in Markdown. */
      text: z.string(),
      at: z.number().optional(),
      /** What the check found, for each pair of brackets that cites, by number. None without a check. */
      marks: z.array(z.record(z.string(), z.enum(verdicts))).optional(),
      sources: z.array(
        z.object({ number: z.number(), url: z.string(), title: z.string(), site: z.string() }),
      ),
      /** Whether the answer cites more than these: files of the person. Older snapshots do not say. */
      hasWithheld: z.boolean().optional(),
    }),
  ),
});
export type Snapshot = z.output<typeof snapshotSchema>;
export type SnapshotTurn = Snapshot["turns"][number];

const pageTurns = 100;
const pageCharacters = 100_000;

/** The turns of each page that shows it: whoever has the address asks for one at a time. */
export function cutPages(turns: readonly SnapshotTurn[]): SnapshotTurn[][] {
  const pages: SnapshotTurn[][] = [[]];
  let room = pageCharacters;
  for (const turn of turns) {
    const page = pages.at(-1) ?? [];
    room -= turn.text.length;
    if (page.length > 0 && (room < 0 || page.length === pageTurns)) {
      pages.push([turn]);
      room = pageCharacters - turn.text.length;
    } else page.push(turn);
  }
  return pages;
}

/**
 * `url`: where anybody can read it, `null` where it works but cannot be shown again; `includes`: how many
 * messages it holds.
 */
export type ShareReply = { url: string | null; includes: { messages: number }; sharedAt: number };

/** `GET /api/admin/shares`: everybody's shared pages, without words and addresses. */
export const sharesQuerySchema = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(100),
});
export type SharedPageRow = {
  id: string;
  person: { id: string; name: string | null };
  conversationId: string;
  /** Milliseconds since 1970. */
  sharedAt: number;
  messages: number;
  /** `false` while its owner may not share: then nobody can read it. */
  isOpen: boolean;
};
export type SharesReply = { shares: SharedPageRow[]; cursor: string | null };

/** `branch`: the one that is shown, or all. */
export const conversationExportSchema = z.object({
  format: z.enum(exportFormats),
  branch: z.enum(["shown", "all"]).default("shown"),
});
export type ConversationExport = z.output<typeof conversationExportSchema>;
