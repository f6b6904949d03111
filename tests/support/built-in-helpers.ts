import { builtInHelpers as withoutTools, type Helper } from "@/lib/engine/planning/helpers";
import { openTaskTools } from "./consent-judge";

const { listOfHelper } = await openTaskTools();

/** As plans have them, with what the tools say that each may use. */
export const builtInHelpers: readonly Helper[] = withoutTools.map((helper) => ({
  ...helper,
  tools: listOfHelper(helper.id),
}));
