import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { cache } from "react";
import { PrintedAnswer } from "@/components/evidence/printed-answer";
import { isAppError } from "@/lib/errors";
import { requirePageUser } from "@/lib/http/page-user";
import type { AnswerEvidence } from "@/lib/features/evidence/shape/answer-evidence";
import { idSchema } from "@/lib/protocol/ids";
import { getServices } from "@/lib/server/services";

type Props = { params: Promise<{ id: string; messageId: string }> };

/** An answer with its evidence and nothing else, as it goes on paper. */
export default async function PrintPage({ params }: Props) {
  const { id, messageId } = await params;
  const answer = await findAnswer(id, messageId);
  if (answer === null) notFound();
  const { common, chat, consent, evidence } = await getMessages();
  return (
    <NextIntlClientProvider messages={{ common, chat, consent, evidence }}>
      <PrintedAnswer answer={withoutTexts(answer)} />
    </NextIntlClientProvider>
  );
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id, messageId } = await params;
  const answer = await findAnswer(id, messageId);
  return answer === null
    ? {}
    : { title: (await getTranslations("evidence.print"))("title", { title: answer.title }) };
}

/** Read once for the page and its title. */
const findAnswer = cache(async (id: string, messageId: string): Promise<AnswerEvidence | null> => {
  const user = await requirePageUser();
  if (![id, messageId].every((part) => idSchema.safeParse(part).success)) return null;
  try {
    return await (await getServices()).evidence.readAnswer(user.id, id, messageId);
  } catch (error) {
    if (isAppError(error) && error.code === "not_found") return null;
    throw error;
  }
});

/** On paper stand the passages: the whole texts need not go to the browser. */
function withoutTexts(answer: AnswerEvidence): AnswerEvidence {
  return { ...answer, sources: answer.sources.map((source) => ({ ...source, text: null })) };
}
