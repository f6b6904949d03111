import { z } from "zod";

const word = z.string().max(2_000).optional().catch(undefined);

/** What an address of these pages may carry; what is given twice or is too long counts as absent. */
const entryQuerySchema = z.object({ next: word, invitation: word, token: word, error: word, confirm: word });

export type EntryQuery = z.output<typeof entryQuerySchema>;
export type EntryProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function readQuery(searchParams: EntryProps["searchParams"]): Promise<EntryQuery> {
  return entryQuerySchema.parse(await searchParams);
}
