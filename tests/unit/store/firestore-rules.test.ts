import { readFileSync } from "node:fs";
import { initializeTestEnvironment, type RulesTestEnvironment } from "@firebase/rules-unit-testing";
import {
  collection,
  deleteDoc,
  doc,
  type Firestore,
  getDoc,
  getDocs,
  limit,
  query,
  setDoc,
  setLogLevel,
  updateDoc,
} from "firebase/firestore";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FirestoreEmulator, startFirestoreEmulator } from "@/tests/support/firestore-emulator";
import { createProjectId, findSharedEmulator } from "@/tests/support/find-emulator";

const hasEmulator = (await findSharedEmulator()) !== null;
const rules = "firestore.rules";

// Each refusal would be told on the console.
setLogLevel("silent");

describe.skipIf(!hasEmulator)("the rules of the database", () => {
  let emulator: FirestoreEmulator | null = null;
  let environment: RulesTestEnvironment | null = null;
  beforeAll(async () => {
    emulator = await startFirestoreEmulator({ rules });
    const [host = "", port] = (emulator?.host ?? "").split(":");
    const projectId = createProjectId();
    environment = await initializeTestEnvironment({
      projectId,
      firestore: { host, port: Number(port), rules: readFileSync(rules, "utf8") },
    });
    await environment.withSecurityRulesDisabled((context) =>
      setDoc(doc(toFirestore(context), "users/u1"), { name: "One" }),
    );
  });
  afterAll(async () => {
    await environment?.cleanup();
    await emulator?.close();
  });

  const people: [string, () => Firestore][] = [
    ["a stranger", () => toFirestore(environment?.unauthenticatedContext())],
    ["who is signed in", () => toFirestore(environment?.authenticatedContext("u1"))],
    [
      "who claims to be admin",
      () => toFirestore(environment?.authenticatedContext("u1", { admin: true, role: "admin" })),
    ],
  ];
  const deeds: [string, (store: Firestore) => Promise<unknown>][] = [
    ["get a document", (store) => getDoc(doc(store, "users/u1"))],
    ["get what is not there", (store) => getDoc(doc(store, "users/u2"))],
    ["list a collection", (store) => getDocs(query(collection(store, "users"), limit(1)))],
    [
      "list a collection below a person",
      (store) => getDocs(query(collection(store, "users/u1/conversations"), limit(1))),
    ],
    ["create a document", (store) => setDoc(doc(store, "users/u3"), { name: "Three" })],
    ["update a document", (store) => updateDoc(doc(store, "users/u1"), { name: "Mine" })],
    ["delete a document", (store) => deleteDoc(doc(store, "users/u1"))],
  ];
  describe.each(people)("do not let %s", (_who, open) => {
    it.each(deeds)("%s", async (_what, act) => {
      await expect(act(open())).rejects.toMatchObject({ code: "permission-denied" });
    });
  });

  it("are what refuses: without them the document is there, unchanged", async () => {
    const found = await new Promise((resolve, reject) => {
      environment
        ?.withSecurityRulesDisabled(async (context) =>
          resolve((await getDoc(doc(toFirestore(context), "users/u1"))).data()),
        )
        .catch(reject);
    });
    expect(found).toEqual({ name: "One" });
  });
});

/** The compatible class is the modular one inside another coat. */
function toFirestore(context: { firestore(): unknown } | undefined): Firestore {
  return context?.firestore() as Firestore;
}
