import type { ModelTier } from "@/lib/protocol/settings";

/** In the order of the page; every tier stands here exactly once. */
const order: Record<ModelTier, number> = { main: 0, lite: 1, pro: 2, image: 3, embedding: 4 };

export const modelTierNames = (Object.keys(order) as ModelTier[]).sort((a, b) => order[a] - order[b]);
