import type { Documents } from "@/lib/features/documents/records/documents";

export type IndexAgainDeps = {
  documents: Documents;
  listPeople: (page: PageRequest) => Promise<{ people: { id: string }[]; cursor: string | null }>;
};

/** Plans that every document is indexed again, from the text that is kept of it. May be done twice. */
export async function indexAllAgain({ listPeople, documents }: IndexAgainDeps): Promise<void> {
  for await (const { id: userId } of walk(async (page) => {
    const { people, cursor } = await listPeople(page);
    return { found: people, cursor };
  }))
    for await (const { id, record } of walk(async (page) => {
      const { documents: found, cursor } = await documents.list(userId, page);
      return { found, cursor };
    }))
      if (record.status === "ready") await documents.edit(userId, id, { readAgain: true });
}

type PageRequest = { limit: number; cursor?: string | undefined };
/** Pages of a list; `cursor` is `null` behind the last one. */
type ListItems<ITEM> = (page: PageRequest) => Promise<{ found: ITEM[]; cursor: string | null }>;

/** All of a list, read on when the reader does. */
async function* walk<ITEM>(list: ListItems<ITEM>): AsyncGenerator<ITEM> {
  let cursor: string | undefined;
  do {
    const page = await list({ limit: 100, cursor });
    yield* page.found;
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
}
