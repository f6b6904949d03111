import { z } from "zod";
import type { Limits, Range } from "@/components/admin/fields";
import { agentSettingsSchema, modelRefSchema, toolLimitSchema } from "@/lib/protocol/settings";

/** What the settings' schema allows, in the form in which the pages' controls take it. */
export function readLimits(): Limits {
  const { maxIterations, timeLimitSeconds, costBudgetPerRequest, temperature, modelTiers, ...others } =
    agentSettingsSchema.shape;
  const chain = z.toJSONSchema(modelTiers.unwrap().shape.main.unwrap());
  const ofTools = toolLimitSchema.shape;
  return {
    numbers: {
      maxIterations: toRange(maxIterations.unwrap()),
      timeLimitSeconds: toRange(timeLimitSeconds.unwrap()),
      costBudgetPerRequest: toRange(costBudgetPerRequest.unwrap()),
      temperature: toRange(temperature.unwrap()),
      breakerFailures: toRange(others.breakerFailures.unwrap()),
      breakerPauseSeconds: toRange(others.breakerPauseSeconds.unwrap()),
      firstChunkSeconds: toRange(others.firstChunkSeconds.unwrap()),
      silenceSeconds: toRange(others.silenceSeconds.unwrap()),
      callSeconds: toRange(others.callSeconds.unwrap()),
      htmlMegabytes: toRange(others.htmlMegabytes.unwrap()),
      documentMegabytes: toRange(others.documentMegabytes.unwrap()),
      documentPages: toRange(others.documentPages.unwrap()),
      textMegabytes: toRange(others.textMegabytes.unwrap()),
      pageCacheMinutes: toRange(others.pageCacheMinutes.unwrap()),
      searchCacheMinutes: toRange(others.searchCacheMinutes.unwrap()),
    },
    limits: {
      messagesPerDay: toRange(others.messagesPerDay.unwrap().unwrap()),
      centsPerDay: toRange(others.centsPerDay.unwrap().unwrap()),
      centsPerMonth: toRange(others.centsPerMonth.unwrap().unwrap()),
    },
    toolLimits: {
      timeLimitSeconds: toRange(ofTools.timeLimitSeconds.unwrap()),
      perHour: toRange(ofTools.perHour.unwrap().unwrap()),
      perDay: toRange(ofTools.perDay.unwrap().unwrap()),
    },
    chainLength: chain.maxItems ?? 1,
    modelPattern: z.toJSONSchema(modelRefSchema).pattern ?? ".*",
  };
}

function toRange({ minValue, maxValue }: z.ZodNumber): Range {
  return { min: minValue ?? 0, max: maxValue ?? 100 };
}
