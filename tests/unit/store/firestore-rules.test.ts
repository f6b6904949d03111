import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createProjectId, findSharedEmulator } from "@/tests/support/find-emulator";
import { type FirestoreEmulator, startFirestoreEmulator } from "@/tests/support/firestore-emulator";

const hasEmulator = (await findSharedEmulator()) !== null;
const one = { fields: { name: { stringValue: "One" } } };
/** The emulator lets this caller by: rules do not ask who the owner is. */
const owner = "owner";

describe.skipIf(!hasEmulator)("the rules of the database", () => {
  let emulator: FirestoreEmulator | null = null;
  let documents = "";
  beforeAll(async () => {
    emulator = await startFirestoreEmulator({ rules: "firestore.rules" });
    documents = `http://${emulator?.host}/v1/projects/${createProjectId()}/databases/(default)/documents`;
    expect(await send(owner, "PATCH", "/users/u1", one)).toMatchObject({ status: 200 });
  });
  afterAll(() => emulator?.close());

  /** A request as browsers' libraries make it: their requests say in this way who is signed in. */
  async function send(token: string | null, method: string, path: string, body?: object) {
    const response = await fetch(`${documents}${path}`, {
      method,
      ...(token !== null && { headers: { authorization: `Bearer ${token}` } }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as unknown };
  }

  const people: [string, string | null][] = [
    ["a stranger", null],
    ["who is signed in", toToken({})],
    ["who claims to be admin", toToken({ admin: true, role: "admin" })],
  ];
  const listOne = (collectionId: string) => ({ structuredQuery: { from: [{ collectionId }], limit: 1 } });
  const deeds: [string, string, string, object?][] = [
    ["get a document", "GET", "/users/u1"],
    ["get what is not there", "GET", "/users/u2"],
    ["list a collection", "GET", "/users?pageSize=1"],
    ["query a collection", "POST", ":runQuery", listOne("users")],
    ["query a collection below a person", "POST", "/users/u1:runQuery", listOne("conversations")],
    ["create a document", "POST", "/users?documentId=u3", one],
    ["update a document", "PATCH", "/users/u1", { fields: { name: { stringValue: "Mine" } } }],
    ["delete a document", "DELETE", "/users/u1"],
  ];
  describe.each(people)("do not let %s", (_who, token) => {
    it.each(deeds)("%s", async (_what, method, path, body) => {
      const { status, body: answer } = await send(token, method, path, body);
      expect(status).toBe(403);
      expect(JSON.stringify(answer)).toContain("PERMISSION_DENIED");
    });
  });

  it("are what refuses: without them the document is there, unchanged", async () => {
    expect(await send(owner, "GET", "/users/u1")).toMatchObject({ status: 200, body: one });
  });
});

/** Unsigned, as the emulator takes it. */
function toToken(claims: object): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  return `${encode({ alg: "none", typ: "JWT" })}.${encode({ sub: "u1", user_id: "u1", ...claims })}.`;
}
