import { createCheckedLookup } from "@/lib/net/checked-lookup";

/** What a connection would be given for a name that resolves to these; nobody is connected to. */
export function lookUp(addresses: string[]): Promise<unknown> {
  const lookup = createCheckedLookup(() => Promise.resolve(addresses), false, new AbortController().signal);
  return new Promise((resolve, reject) =>
    lookup("name.test", { all: true }, (error, found) => (error ? reject(error) : resolve(found))),
  );
}
