import { builtInHelpers as withoutTools, type Helper } from "@/lib/engine/planning/helpers";
import { createTestTools, type TestToolsDeps } from "./test-tools";

/** No tool is called. */
const { listOfHelper } = createTestTools({} as TestToolsDeps);

/** As plans have them, with what the tools say that each may use. */
export const builtInHelpers: readonly Helper[] = withoutTools.map((helper) => ({
  ...helper,
  tools: listOfHelper(helper.id),
}));
