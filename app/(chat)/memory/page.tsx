import type { Metadata } from "next";
import { getTimeZone, getTranslations } from "next-intl/server";
import { MemoryPage } from "@/components/memory/memory-page";
import { isAppError } from "@/lib/errors";
import { requirePageUser } from "@/lib/http/page-user";
import type { MemoriesReply } from "@/lib/features/memory/shape";
import { getServices } from "@/lib/server/services";

type Props = { searchParams: Promise<{ fact?: string | string[] }> };

export default async function Page({ searchParams }: Props) {
  const [user, { fact }, timeZone] = await Promise.all([requirePageUser(), searchParams, getTimeZone()]);
  const initial = await readMemory(user.id);
  return (
    <MemoryPage
      initial={initial}
      clock={{ now: getTime(), timeZone }}
      openFactId={typeof fact === "string" ? fact : null}
    />
  );
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("memory");
  return { title: t("title") };
}

/** `null` where it cannot be read: the page then asks itself, and says why. */
async function readMemory(userId: string): Promise<MemoriesReply | null> {
  const { readMemory: read } = await getServices();
  try {
    return await read(userId);
  } catch (error) {
    if (isAppError(error)) return null;
    throw error;
  }
}

/** Pages are rendered for each request, so that the time is the request's. */
function getTime(): number {
  return Date.now();
}
