import { z } from "zod";
import { maxInstructionsCharacters } from "./folders";

export const textSizes = ["small", "normal", "large"] as const;
export const densities = ["comfortable", "compact"] as const;
export const sendKeys = ["enter", "mod_enter"] as const;

/** What a person set for themselves: what answers keep to, and how the pages look and behave. */
export const preferencesSchema = z.strictObject({
  instructions: z.string().trim().max(maxInstructionsCharacters).default(""),
  textSize: z.enum(textSizes).default("normal"),
  density: z.enum(densities).default("comfortable"),
  sendKey: z.enum(sendKeys).default("enter"),
  /** A sound when an answer is there and nobody looks at the page. */
  sounds: z.boolean().default(false),
});
export type Preferences = z.output<typeof preferencesSchema>;

export const patchPreferencesSchema = z
  .strictObject({
    instructions: z.string().trim().max(maxInstructionsCharacters),
    textSize: z.enum(textSizes),
    density: z.enum(densities),
    sendKey: z.enum(sendKeys),
    sounds: z.boolean(),
  })
  .partial();
export type PreferencesPatch = z.output<typeof patchPreferencesSchema>;
