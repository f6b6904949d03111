import { createEvidenceRecords } from "@/lib/features/evidence/records/evidence";
import { createMessages } from "@/lib/data/messages";
import { newWorkflowSchema } from "@/lib/features/workflows/shape/workflows";
import { keepCited, toCitingReply } from "@/tests/support/answers";
import type { AccountsHarness } from "@/tests/support/accounts-harness";
import { makeAgent } from "@/tests/support/agents";
import { toQuestion } from "@/tests/support/test-services";

let made = 0;
export const newId = (kind: string): string => `${kind}${(made += 1)}`;

export async function ask({ site, ids }: AccountsHarness): Promise<{ conversation: string; run: string }> {
  const conversation = newId("c");
  const reply = await (
    await site.services.runs.start(
      ids.member,
      toQuestion("What is 2 + 2?", { conversation, message: newId("m") }),
    )
  ).reply;
  return { conversation, run: reply.metadata?.runId ?? "" };
}
export const ownFolder = async ({ site, ids }: AccountsHarness) => {
  const folder = { name: newId("Mine "), instructions: "", collections: [] };
  const { id } = await site.services.folders.create(ids.member, newId("f"), folder);
  return { params: { id } };
};
export const ownPrompt = async ({ site, ids }: AccountsHarness) => {
  const prompt = { name: newId("mine"), text: "Plan {{day}}.", shared: false };
  const { id } = await site.services.prompts.create({ id: ids.member, role: "member" }, newId("p"), prompt);
  return { params: { id } };
};
export const ownWorkflow = async ({ site, ids }: AccountsHarness) => {
  const workflow = newWorkflowSchema.parse({ name: newId("mine"), question: "What is 2 + 2?" });
  const { id } = await site.services.workflows.create(ids.member, workflow);
  return { params: { id } };
};
export const ownConversation = async (harness: AccountsHarness) => ({
  params: { id: (await ask(harness)).conversation },
});
export const ownRun = async (harness: AccountsHarness) => ({ params: { id: (await ask(harness)).run } });
export async function ownTrace(harness: AccountsHarness) {
  const run = await ownRun(harness);
  await harness.site.services.settleBackground();
  return run;
}
export async function ownFile({ site, ids }: AccountsHarness) {
  const fileId = newId("f");
  await site.services.files.save({
    userId: ids.member,
    fileId,
    conversationId: "c0",
    bytes: new Uint8Array([1]),
    mediaType: "image/png",
    name: "p.png",
    createdAt: 0,
  });
  return { params: { id: fileId } };
}
export async function ownMemory({ site, ids }: AccountsHarness) {
  const { id } = await site.services.memory.addByHand(ids.member, {
    content: `Likes number ${newId("")}`,
    category: "preference",
    tier: "context",
    confidence: 0.9,
    keywords: [],
  });
  return { params: { id } };
}
export async function forgottenMemory(harness: AccountsHarness) {
  const { params } = await ownMemory(harness);
  return { params, body: await harness.site.services.memory.remove(harness.ids.member, params.id) };
}
/** One that this call has not begun. */
export async function memberSession({ site, ids }: AccountsHarness) {
  const id = newId("s");
  await site.store.set(`users/${ids.member}/sessions/${id}`, { createdAt: 0, expiresAt: 0 });
  return { params: { id } };
}
export async function someInvitation({ site, ids }: AccountsHarness) {
  await site.services.accounts.invite(ids.admin, { emails: [], role: "member", days: 7, line: "" });
  const [newest] = (await site.services.accounts.listInvitations({ limit: 1 })).invitations;
  return { params: { id: newest?.id ?? "" } };
}
export async function ownAnswer(harness: AccountsHarness) {
  const { conversation } = await ask(harness);
  const { store, blobs } = harness.site;
  await createMessages(store, blobs).save(harness.ids.member, conversation, {
    seq: 3,
    message: toCitingReply("a1"),
  });
  await keepCited(createEvidenceRecords(store, blobs), harness.ids.member, conversation);
  return { params: { id: conversation, messageId: "a1" } };
}
export async function ownEvidence(harness: AccountsHarness) {
  const { params } = await ownAnswer(harness);
  return { params: { id: params.id, evidenceId: "r_1" } };
}
export const someAgent = async ({ site }: AccountsHarness) => ({
  params: { id: (await makeAgent(site.services, { name: newId("Agent ") })).id },
});
/** A form with files of text, by their names. */
export function toForm(...names: string[]): FormData {
  const form = new FormData();
  for (const name of names)
    form.append("file", new File([`Words of ${name}.`], name, { type: "text/plain" }));
  return form;
}
export async function ownDocument({ site, ids }: AccountsHarness, collectionId: string | null = null) {
  const bytes = new TextEncoder().encode("Words.");
  const file = { name: `${newId("d")}.txt`, mediaType: "text/plain", bytes, collectionId };
  const { document, reading } = await site.services.library.add(ids.member, file);
  await reading;
  return { params: { id: document.id } };
}
export async function ownUpload({ site, ids }: AccountsHarness) {
  const about = { name: "a.txt", mediaType: "text/plain", bytes: 3, collectionId: null };
  const { uploadId } = await site.services.library.beginUpload(ids.member, about);
  return { params: { id: uploadId } };
}
export async function wholeUpload(harness: AccountsHarness) {
  const { params } = await ownUpload(harness);
  await harness.site.services.library.putPart(harness.ids.member, params.id, 1, new Uint8Array([97, 97, 97]));
  return { params };
}
export async function ownCollection({ site, ids }: AccountsHarness) {
  const about = { name: newId("Collection "), description: "" };
  return { params: { id: (await site.services.library.createCollection(ids.member, about)).id } };
}
export async function documentInCollection(harness: AccountsHarness) {
  const { params } = await ownCollection(harness);
  return { params: { ...params, documentId: (await ownDocument(harness, params.id)).params.id } };
}
export const theMember = ({ ids }: AccountsHarness) => ({ params: { id: ids.member } });
export const settingsVersion = async ({ site }: AccountsHarness) =>
  (await site.services.settings.get()).version;
