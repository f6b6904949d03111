import type { Documents } from "@/lib/features/documents/records/documents";

export type IndexAgainDeps = {
  documents: Documents;
  listPeople: (page: PageRequest) => Promise<{ people: { id: string }[]; cursor: string | null }>;
};

/** Plans that every document is indexed again, from the text that is kept of it. May be done twice. */
export async function indexAllAgain({ listPeople, documents }: IndexAgainDeps): Promise<void> {
  for await (const { people } of listPages(listPeople))
    for (const { id: userId } of people)
      for await (const page of listPages((asked) => documents.list(userId, asked)))
        for (const { id, record } of page.documents)
          if (record.status === "ready") await documents.edit(userId, id, { readAgain: true });
}

type PageRequest = { limit: number; cursor?: string | undefined };

/** All pages of a list, read on when the reader does. */
export async function* listPages<PAGE extends { cursor: string | null }>(
  list: (page: PageRequest) => Promise<PAGE>,
): AsyncGenerator<PAGE> {
  let cursor: string | undefined;
  do {
    const page = await list({ limit: 100, cursor });
    yield page;
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
}
