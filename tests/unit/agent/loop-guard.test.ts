import { describe, expect, it } from "vitest";
import { toCallKey } from "@/lib/agent/loop-guard";

const call = (toolName: string, input: unknown) => ({ toolName, input });

