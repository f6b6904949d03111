import { describe, expect, it, onTestFinished } from "vitest";
import { checkFields } from "@/components/account/check-fields";
import { submitForm, type FormRules } from "@/components/account/submit-form";
import { call } from "@/lib/client/request";
import { signIn } from "@/lib/features/accounts/api";
import { closedAddress } from "@/tests/support/free-port";
import { openChatServer, sendJson, sendProblem, type ChatServer } from "@/tests/unit/client/chat-server";

const words = {
  required: "required",
  email: "no address",
  length: "too short",
  unreachable: "no answer",
  tooMany: "wait",
};
const typed = (values: Record<string, string>) => (name: string) => values[name] ?? "";
const ada = typed({ email: " ada@example.org ", password: "correct horse" });

/** A server whose sign-in answers so. */
async function openServer(
  handler: Parameters<typeof openChatServer>[0][string][number],
): Promise<ChatServer> {
  const server = await openChatServer({ "POST /api/auth/sign-in/email": [handler] });
  onTestFinished(server.close);
  return server;
}

const signedIn = sendJson({ user: { id: "u1" } });

const toRules = (origin: string): FormRules<unknown> => ({
  fields: { email: "email", password: "text" },
  send: (values) =>
    call(signIn, { body: { email: values("email").trim(), password: values("password") }, origin }),
  words: { ...words, byCode: { unauthenticated: "wrong" }, byField: { password: "our word" } },
});

describe("submitForm", () => {
  it("sends what was typed", async () => {
    const server = await openServer(signedIn);
    await expect(submitForm(ada, toRules(server.origin))).resolves.toMatchObject({ isDone: true });
    expect(server.bodies).toEqual([{ email: "ada@example.org", password: "correct horse" }]);
  });

  it("sends nothing while a field is wrong, and names each in the order in which it stands", async () => {
    const server = await openServer(signedIn);
    const outcome = await submitForm(typed({ email: "ada" }), toRules(server.origin));
    expect(outcome).toEqual({
      isDone: false,
      code: null,
      text: null,
      fields: { email: "no address", password: "required" },
      waitSeconds: 0,
    });
    expect(server.asked).toEqual([]);
  });

  it("says in our words what we have words for", async () => {
    const server = await openServer(sendProblem(401, "unauthenticated", "Invalid email or password."));
    await expect(submitForm(ada, toRules(server.origin))).resolves.toMatchObject({
      code: "unauthenticated",
      text: "wrong",
      fields: {},
    });
  });

  it("says in the server's words what we have none for", async () => {
    const server = await openServer(sendProblem(403, "forbidden", "Ask for an invitation."));
    await expect(submitForm(ada, toRules(server.origin))).resolves.toMatchObject({
      text: "Ask for an invitation.",
    });
  });

  it("waits as long as the server asks, in whole seconds", async () => {
    const problem = {
      type: "about:blank",
      title: "",
      status: 429,
      detail: "Too many.",
      code: "quota_exhausted",
      retryAfter: 14.2,
    };
    const server = await openServer(
      (_, response) => void response.writeHead(429).end(JSON.stringify(problem)),
    );
    await expect(submitForm(ada, toRules(server.origin))).resolves.toMatchObject({
      text: "wait",
      waitSeconds: 15,
    });
  });

  it.each([
    [{ email: "taken" }, null, { email: "taken" }],
    [{ password: "is wrong" }, null, { password: "our word" }],
    [{ token: "is spent" }, "Wrong input.", {}],
    [{ email: "taken", token: "is spent" }, "Wrong input.", { email: "taken" }],
  ])(
    "puts what the server says of fields beside them, and above what no field can show: %j",
    async (said, text, shown) => {
      const problem = {
        type: "about:blank",
        title: "",
        status: 400,
        detail: "Wrong input.",
        code: "invalid_request",
        fields: said,
      };
      const server = await openServer(
        (_, response) => void response.writeHead(400).end(JSON.stringify(problem)),
      );
      await expect(submitForm(ada, toRules(server.origin))).resolves.toMatchObject({ text, fields: shown });
    },
  );

  it("says that the server does not answer", async () => {
    await expect(submitForm(ada, toRules(closedAddress))).resolves.toMatchObject({
      text: "no answer",
      code: null,
    });
  });
});

describe("checkFields", () => {
  it.each([
    ["123456789", { p: "too short" }],
    ["1234567890", {}],
    ["x".repeat(128), {}],
    ["x".repeat(129), { p: "too short" }],
  ])("judges the new password %j by its length", (password, errors) => {
    expect(checkFields({ p: { min: 10, max: 128 } }, typed({ p: password }), words)).toEqual(errors);
  });

  it("leaves the length of a password that exists to the server", () => {
    expect(checkFields({ p: "text" }, typed({ p: "short" }), words)).toEqual({});
  });
});
