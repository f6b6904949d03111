import type { BlobConfig, StoreConfig } from "@/lib/store/open";
import type { Finding } from "./finding";

/** Asks Firestore as a stranger does, without credentials: reading, listing and writing must be refused. */
export async function checkRules(
  { projectId, emulatorHost }: Extract<StoreConfig, { driver: "firestore" }>,
  newId: () => string,
  signal: AbortSignal,
): Promise<Finding[]> {
  const origin = emulatorHost === undefined ? "https://firestore.googleapis.com" : `http://${emulatorHost}`;
  const address = `${origin}/v1/projects/${projectId}/databases/(default)/documents/doctor`;
  const document = `${address}/${newId()}`;
  const asked = [
    await askAsStranger("read", document, { signal }),
    await askAsStranger("list", `${address}?pageSize=1`, { signal }),
    await askAsStranger("write", document, {
      method: "PATCH",
      body: `{"fields":{}}`,
      headers: { "content-type": "application/json" },
      signal,
    }),
  ];
  if (asked[2]?.answer === "allowed") await askAsStranger("delete", document, { method: "DELETE", signal });
  return [toFinding("rules", asked, "Deploy the rules: npx firebase-tools deploy --only firestore:rules")];
}

/** Asks the bucket as a stranger does, by both of its public addresses. */
export async function checkBucketRules(
  { bucket, endpoint }: Extract<BlobConfig, { driver: "bucket" }>,
  signal: AbortSignal,
): Promise<Finding[]> {
  // A server that stands in for the vendor's knows no rules.
  if (endpoint !== undefined) return [];
  const addresses = [
    `https://firebasestorage.googleapis.com/v0/b/${bucket}/o?maxResults=1`,
    `https://storage.googleapis.com/storage/v1/b/${bucket}/o?maxResults=1`,
  ];
  const asked = await Promise.all(addresses.map((address) => askAsStranger("list", address, { signal })));
  return [
    toFinding(
      "bucket rules",
      asked,
      "Remove public access from the bucket, and let its rules deny everything",
    ),
  ];
}

type RuleCheck = { what: string; answer: "refused" | "allowed" | "no answer" };

const limitMs = 10_000;

async function askAsStranger(
  what: string,
  address: string,
  { signal, ...request }: RequestInit & { signal: AbortSignal },
): Promise<RuleCheck> {
  try {
    const response = await fetch(address, {
      ...request,
      signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
    });
    await response.body?.cancel();
    if (response.status === 401 || response.status === 403) return { what, answer: "refused" };
    // Where rules let a stranger in, an absent document is 404.
    return { what, answer: response.ok || response.status === 404 ? "allowed" : "no answer" };
  } catch {
    signal.throwIfAborted();
    return { what, answer: "no answer" };
  }
}

function toFinding(check: string, asked: RuleCheck[], remedy: string): Finding {
  const allowed = asked.filter(({ answer }) => answer === "allowed").map(({ what }) => what);
  if (allowed.length > 0)
    return {
      check,
      status: "failed",
      text: `anyone can ${allowed.join(", ")} without signing in. ${remedy}`,
    };
  if (asked.some(({ answer }) => answer === "no answer"))
    return {
      check,
      status: "failed",
      text: "no clear answer shows whether strangers are refused. Check the network and run this again",
    };
  return { check, status: "ok", text: "strangers are refused" };
}
