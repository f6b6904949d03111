import { z } from "zod";
import { maxInstructionsCharacters } from "@/lib/features/folders/shape";
import { densities, sendKeys, switchStates, textSizes } from "@/lib/protocol/look";

/** What a person set for themselves: what answers keep to, and how the pages look and behave. */
export const preferencesSchema = z.strictObject({
  instructions: z.string().trim().max(maxInstructionsCharacters).default(""),
  textSize: z.enum(textSizes).default("normal"),
  /** What sends a question; the other one begins a new line. */
  sendKey: z.enum(sendKeys).default("enter"),
  density: z.enum(densities).default("comfortable"),
  answerSound: z.enum(switchStates).default("off"),
  /** The browser's own, which it has to allow as well. */
  notices: z.enum(switchStates).default("off"),
  /** A mail when a question to the person waits for some minutes, where mail is set up. */
  waitingMail: z.enum(switchStates).default("off"),
});
export type Preferences = z.output<typeof preferencesSchema>;

export const patchPreferencesSchema = z
  .strictObject({
    instructions: z.string().trim().max(maxInstructionsCharacters),
    textSize: z.enum(textSizes),
    sendKey: z.enum(sendKeys),
    density: z.enum(densities),
    answerSound: z.enum(switchStates),
    notices: z.enum(switchStates),
    waitingMail: z.enum(switchStates),
  })
  .partial();
export type PreferencesPatch = z.output<typeof patchPreferencesSchema>;
