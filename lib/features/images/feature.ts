import type { Ground } from "@/lib/engine/ground";
import { makeImage } from "@/lib/models/make-image";
import { createImageGenerate } from "@/lib/features/images/tools/image-generate/image-generate";
import type { ToolFeature } from "@/lib/engine/tools/tool";

/** Pictures made by the first model of the image tier that can. */
export function openImages({ models, chainOf, records, now, newId }: Ground): ToolFeature {
  const generate = createImageGenerate(
    async () => {
      const chain = await chainOf("image");
      return chain.length === 0 ? null : (input, { signal }) => makeImage(models(), chain, input, signal);
    },
    (image) => records.files.save({ ...image, fileId: newId(), createdAt: now() }),
  );
  return { name: "images", tools: [generate] };
}
