import { reasonField } from "@/lib/protocol/tools";
import { z } from "zod";

export const imageGenerateInputSchema = z.object({
  description: z.string().min(3).max(2000).describe("What the picture shows"),
  style: z.string().max(200).optional(),
  aspectRatio: z.enum(["1:1", "16:9", "9:16", "4:3", "3:4"]).optional(),
  reason: reasonField,
});

/** `url` is our own address of the stored picture. */
export type ImageGenerateOutput = { url: string; mediaType: string; description: string; model: string };

declare module "@/lib/protocol/tools" {
  interface ToolRooms {
    image_generate: { input: typeof imageGenerateInputSchema; data: ImageGenerateOutput };
  }
}
