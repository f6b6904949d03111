import { noteFields } from "@/lib/features/memory/shape";
import { reasonField } from "@/lib/protocol/tools";
import { z } from "zod";

export const noteWriteInputSchema = z.object({
  key: noteFields.key.describe("A short name to read it by again; one that exists is overwritten"),
  content: noteFields.content.describe("What was found out, and where"),
  reason: reasonField,
});

export type NoteWriteOutput = { key: string; isKept: boolean };

declare module "@/lib/protocol/tools" {
  interface ToolRooms {
    note_write: { input: typeof noteWriteInputSchema; data: NoteWriteOutput };
  }
}
