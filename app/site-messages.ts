import type { Messages } from "next-intl";
import { getMessages } from "next-intl/server";
import { getServices } from "@/lib/server/services";

/** The words of a page, under the name that the site has. */
export async function getSiteMessages(): Promise<Messages> {
  const [messages, { site }] = await Promise.all([getMessages(), getServices()]);
  return { ...messages, common: { ...messages.common, appName: (await site.get()).site.name } };
}
