import type { Feature } from "@/lib/engine/feature";
import type { Ground } from "@/lib/engine/ground";
import { textThreads } from "@/lib/features/text-threads";
import { createSharing, type Sharing } from "./sharing";

export function openSharing({ records, settings, env, now }: Ground): Feature & { service: Sharing } {
  const hasAccounts = env.AUTH_URL !== undefined;
  return {
    name: "sharing",
    service: createSharing({ ...records, ...textThreads, settings, hasAccounts, now }),
  };
}
