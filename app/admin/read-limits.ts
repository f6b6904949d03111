import { z } from "zod";
import type { Limits } from "@/components/admin/fields";
import { agentSettingsSchema, modelRefSchema } from "@/lib/protocol/settings";

/** What the settings' schema allows, in the form in which the page's controls take it. */
export function readLimits(): Limits {
  const { maxIterations, timeLimitSeconds, costBudgetPerRequest, temperature, modelTiers } = agentSettingsSchema.shape;
  const chain = z.toJSONSchema(modelTiers.unwrap().shape.main.unwrap());
  return {
    numbers: {
      maxIterations: toRange(maxIterations.unwrap()),
      timeLimitSeconds: toRange(timeLimitSeconds.unwrap()),
      costBudgetPerRequest: toRange(costBudgetPerRequest.unwrap()),
      temperature: toRange(temperature.unwrap()),
    },
    chainLength: chain.maxItems ?? 1,
    modelPattern: z.toJSONSchema(modelRefSchema).pattern ?? ".*",
  };
}

function toRange({ minValue, maxValue }: z.ZodNumber): { min: number; max: number } {
  return { min: minValue ?? 0, max: maxValue ?? 100 };
}
