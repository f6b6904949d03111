import { modelPattern } from "@/lib/protocol/settings-fields";
import { useSettings } from "./use-settings";

export const toProviderId = (ref: string): string => ref.slice(0, ref.indexOf(":"));

/** Whether the provider of a reference is not set up, or not any more. */
export function useIsGone(): (ref: string) => boolean {
  const { providers } = useSettings().form.reply;
  const ready = providers.filter(({ key }) => key !== "none").map(({ id }) => id);
  return (ref) => modelPattern.test(ref) && !ready.includes(toProviderId(ref));
}
