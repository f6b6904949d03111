import { noteFields } from "@/lib/features/memory/shape";
import { reasonField } from "@/lib/protocol/tools";
import { z } from "zod";

export const noteReadInputSchema = z.object({
  key: noteFields.key.optional().describe("Leave out to get all keys"),
  reason: reasonField,
});

export type NoteReadOutput = { keys: string[]; isRead: boolean };

declare module "@/lib/protocol/tools" {
  interface ToolRooms {
    note_read: { input: typeof noteReadInputSchema; data: NoteReadOutput };
  }
}
