import { createAskHelper } from "@/lib/features/plans/tools/ask-helper/ask-helper";
import type { ToolFeature } from "@/lib/engine/tools/tool";

export const plans: ToolFeature = { name: "plans", tools: [createAskHelper()] };
