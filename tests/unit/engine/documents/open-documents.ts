import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ChatOptions } from "@/lib/protocol/chat-request";
import { closeAfter } from "@/tests/support/scripted-services";
import { openTestServices, toQuestion, type TestServices } from "@/tests/support/test-services";
import { startProviderServer, type ProviderServer } from "@/tests/support/wire/provider-server";
import { isAskedFor } from "@/tests/support/wire/read-form";
import type { ProviderRequest, Reply } from "@/tests/support/wire/reply";

/** What the small model says by its question's purpose; what is not here it answers with nothing usable. */
export type SmallAnswers = { split?: object[]; judge?: object[]; other?: (prompt: string) => string };

export const sure = { answered: true, supported: true, missing: [], refused: false, confidence: 0.97 };

/** A text of the collection “Plans”; its name is its title with an ending. */
export type Plan = { title: string; text: string; isOwnText?: boolean };

/** The product with these documents in its library, a scripted model and a scripted small one. */
export async function openDocuments(
  plans: readonly Plan[],
  script: (request: ProviderRequest) => Reply,
  { split = [], judge = [sure], other = () => "-" }: SmallAnswers = {},
  env: Record<string, string> = {},
): Promise<{
  services: TestServices;
  provider: ProviderServer;
  small: ProviderServer;
  addresses: Record<string, string>;
}> {
  const provider = await startProviderServer(script);
  closeAfter(provider);
  const [splits, judges] = [[...split], [...judge]];
  const next = (answers: object[]) => JSON.stringify(answers.length > 1 ? answers.shift() : answers[0]);
  const small = await startProviderServer((request) => {
    const answer = isAskedFor(request, "parts")
      ? (next(splits) ?? JSON.stringify({ parts: [] }))
      : isAskedFor(request, "answered", "supported")
        ? (next(judges) ?? "-")
        : other(JSON.stringify(request.body));
    return { parts: [{ type: "text", chunks: [answer] }], usage: { input: 20, output: 5 } };
  });
  closeAfter(small);
  const services = await openTestServices({
    LOCAL_BASE_URL: `${provider.url}/v1`,
    MODEL_MAIN: "local:test",
    COMPATIBLE_PROVIDERS: `small=${small.url}/v1`,
    MODEL_LITE: "small:judge",
    ...env,
  });
  closeAfter({ close: () => services.dispose() });
  const addresses = plans.length === 0 ? {} : await addPlans(services, plans);
  return { services, provider, small, addresses };
}

/** Addresses of the documents in the library, by title. */
async function addPlans({ library }: TestServices, plans: readonly Plan[]): Promise<Record<string, string>> {
  const collection = await library.createCollection("owner", { name: "Plans", description: "" });
  const added = plans.map(async ({ title, text, isOwnText = false }) => {
    const bytes = new TextEncoder().encode(text);
    const file = { name: `${title}.md`, mediaType: "text/markdown", bytes, collectionId: collection.id };
    const { document, reading } = await library.add("owner", file);
    await reading;
    if (isOwnText) await library.change("owner", document.id, { isOwnText });
    return [title, `/library/documents/${document.id}`] as const;
  });
  return Object.fromEntries(await Promise.all(added));
}

export async function askAbout(
  services: TestServices,
  words: string,
  options: ChatOptions = {},
  ids: { conversation?: string; message?: string } = {},
): Promise<ChatMessage> {
  const { collections } = await services.library.listCollections("owner");
  const asked = { collections: collections.filter(({ isOwn }) => isOwn).map(({ id }) => id), ...options };
  const started = await services.runs.start("owner", { ...toQuestion(words, ids), options: asked });
  return started.reply;
}

/** The questions that the small model got, by their beginnings. */
export const countAsked = (small: ProviderServer, words: string): number =>
  small.requests.filter(({ body }) => JSON.stringify(body).includes(words)).length;
