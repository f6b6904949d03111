import { createRunCode } from "@/lib/features/code/tools/run-code/run-code";
import type { ToolFeature } from "@/lib/engine/tools/tool";

export const code: ToolFeature = { name: "code", tools: [createRunCode()] };
