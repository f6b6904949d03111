import { reasonField } from "@/lib/protocol/tools";
import { z } from "zod";

export const currentTimeInputSchema = z.object({
  timezone: z
    .string()
    .max(64)
    .optional()
    .describe("IANA zone such as Asia/Shanghai; the person's own when left out"),
  compare: z.array(z.string().max(64)).max(8).optional().describe("Further IANA zones"),
  offset: z
    .string()
    .max(100)
    .optional()
    .describe('Such as "3 days from now", "2 weeks ago", "5 business days from now"'),
  reason: reasonField,
});

export type CurrentTimeOutput = {
  timezone: string;
  iso: string;
  /** For a person: weekday, date, time and zone. */
  text: string;
  compare: { timezone: string; iso: string; text: string; differenceHours: number }[];
  shifted?: { offset: string; iso: string; text: string };
};

declare module "@/lib/protocol/tools" {
  interface ToolRooms {
    get_current_time: { input: typeof currentTimeInputSchema; data: CurrentTimeOutput };
  }
}
