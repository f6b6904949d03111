import type { SaveImage } from "@/lib/data/files";
import { AppError } from "@/lib/errors";
import type { ToolInputs } from "@/lib/protocol/tools";
import { toOneLine } from "@/lib/language/fence";
import type { ToolDefinition } from "@/lib/engine/tools/tool";
import { imageGenerateInputSchema } from "./schema";

export type GenerateImage = (
  input: ToolInputs["image_generate"],
  options: { signal: AbortSignal },
) => Promise<{ bytes: Uint8Array; mediaType: string; model: string; costMicroUsd: number }>;

/** Asked at each call, because an image model may be added while the server runs; `null`: none now. */
export type FindImageGenerator = () => GenerateImage | null | Promise<GenerateImage | null>;

export function createImageGenerate(
  findGenerator: FindImageGenerator,
  saveImage: SaveImage,
): ToolDefinition<"image_generate"> {
  return {
    name: "image_generate",
    version: "1.0",
    capability: "image",
    stage: "executing_tools",
    description: `Makes a picture from a description, stores it and shows it to the person.
Use it only when the person asks for an image, drawing, logo or the like.
Do not use it for charts of data, diagrams that Mermaid can draw, or to decorate an answer.
Describe subject, setting, light and mood in full sentences; style and aspectRatio are optional. The person sees the picture at once: speak about it, do not repeat its address.`,
    input: imageGenerateInputSchema,
    origin: "own",
    approval: "when-untrusted",
    effect: "changes",
    limits: { timeMs: 90_000 },
    sentences: { madeImage: "Made an image with {model}." },
    hints: {
      configuration:
        "Say plainly that no picture was made because no image model is configured, and that one is added in Admin → Models (image) or with MODEL_IMAGE in the environment. Offer a description in words.",
    },
    async execute(input, { userId, conversationId, signal }) {
      const generate = await findGenerator();
      if (generate === null) throw new AppError("configuration", "No image model is configured.");
      const { bytes, mediaType, model, costMicroUsd } = await generate(input, { signal });
      signal.throwIfAborted();
      const name = toOneLine(input.description).slice(0, 100);
      const url = await saveImage({ userId, conversationId, bytes, mediaType, name });
      return {
        text: `Made the picture with ${model}. The person sees it already.`,
        summary: { key: "madeImage", values: { model } },
        data: { url, mediaType, description: input.description, model },
        costMicroUsd,
      };
    },
  };
}
