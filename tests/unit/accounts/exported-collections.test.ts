import { expect, it, onTestFinished } from "vitest";
import { paths } from "@/lib/data/paths";
import { authPaths } from "@/lib/features/accounts/auth/auth-paths";
import { localOwner } from "@/lib/features/accounts/auth/local-owner";
import { openStore } from "@/lib/store/open";
import { createBilledStore, type BilledStore } from "@/tests/support/billed-store";
import { openTestServices, toQuestion } from "@/tests/support/test-services";

/** What is kept below a person and not exported with them, and why. A star stands for any collection. */
const notExported = {
  accounts: "a password's hash, and which provider signs the person in",
  sessions: "who is signed in",
  words: "an index of conversations, which are exported",
  search: "how far indexes have come",
  uploads: "files on their way here, which become documents",
  "shared-runs": "which runs others may read; the runs are exported",
  "collections/names": "hashes of the names of documents, which are exported",
  "conversations/texts": "files that messages and evidence are made whole from, and icons of sites",
  "*/consent": "what calls told others; the calls stand in messages",
};

it("every collection below a person is exported with them, or stands on the list with a reason", async () => {
  let store: BilledStore | undefined;
  const services = await openTestServices({}, undefined, {
    openStore: async (config) => (store = createBilledStore(await openStore(config))),
  });
  onTestFinished(() => services.dispose());
  await (
    await services.runs.start("owner", toQuestion("What is 2 + 2?"))
  ).reply;
  await services.settleBackground();
  await store?.take();
  await Array.fromAsync(services.accounts.export(localOwner));
  const read = new Set((await store?.take())?.map(({ collection }) => collection));
  const left = listKept().filter((collection) => !read.has(`users/${collection}`));
  expect([...new Set(left)].sort()).toEqual(Object.keys(notExported).sort());
});

/** Collections below a person without ids, such as `conversations/messages`. */
function listKept(): string[] {
  return Object.values({ ...paths, ...authPaths })
    .map((path) => (typeof path === "string" ? path : (path as (...ids: string[]) => string)("*", "*", "*")))
    .filter((address) => address.startsWith("users/*/"))
    .map((address) => address.split("/").filter((_segment, place) => place % 2 === 0))
    .map((names) => names.slice(1).join("/"));
}
