import { readEnv } from "@/lib/env";
import type { createServices } from "./create-services";

const slot = Symbol.for("sextant.services");
type Process = typeof globalThis & { [slot]?: Promise<Services> };

export type Services = Awaited<ReturnType<typeof createServices>>;

/**
 * One set for the process, which holds it: a production server has this module several times. What makes it
 * is loaded once, so that no route carries the code of all.
 */
export function getServices(): Promise<Services> {
  const process = globalThis as Process;
  process[slot] ??= openServices();
  return process[slot];
}

async function openServices(): Promise<Services> {
  const { createServices } = await import("./create-services");
  return createServices(readEnv());
}
