import { z } from "zod";
import type { ToolResult } from "./tool-results";

/** Why the model makes a call, in a short sentence. Every tool asks for it, the opened step shows it. */
export const reasonField = z
  .string()
  .max(300)
  .optional()
  .describe("Why this call helps, in one short sentence");

/**
 * The tools by the names that models know. Each tool's `schema.ts` adds a line, with the schema of the input
 * and the type of what a success holds, so that this folder names no tool.
 */
export interface ToolRooms {}

export type ToolName = keyof ToolRooms & string;
export type ToolInputs = { [NAME in ToolName]: z.output<ToolRooms[NAME]["input"]> };
export type ToolOutputData<NAME extends ToolName> = ToolRooms[NAME]["data"];
export type ToolOutputs = { [NAME in ToolName]: ToolResult<ToolOutputData<NAME>> };

/** The tools as the AI SDK's message type wants them: input and output by name. */
export type ChatTools = { [NAME in ToolName]: { input: ToolInputs[NAME]; output: ToolOutputs[NAME] } };

/** Stands for the messages of the conversation that the model is not shown any more. */
export const earlierId = "earlier";

/** How one reply is offered a tool whose words depend on the person. The runner checks by the tool's own. */
export type ToolWording = { description: string; input: z.ZodType };
