import { useTranslations } from "next-intl";
import type { ProviderState } from "@/lib/protocol/settings";

/** The providers with what is no vendor's name in the page's language. */
export function useNamedProviders(providers: readonly ProviderState[]): ProviderState[] {
  const t = useTranslations("admin.providers.names");
  return providers.map((provider) => {
    const { id } = provider;
    return id === "local" || id === "offline" ? { ...provider, name: t(id) } : provider;
  });
}
