import { describe, expect, it } from "vitest";
import { SilenceText } from "@/components/chat/message/silence-line";
import { ConversationEnd } from "@/components/chat/conversation-end";
import { OutcomeLine } from "@/components/chat/message/outcome-line";
import { SteeringQuote } from "@/components/chat/message/assistant-message";
import { plainProblem, type ConversationProblem } from "@/lib/client/conversation/state";
import { findOtherModel, OtherWay } from "@/components/chat/trail/other-way";
import { isErrorCode, type ErrorCode } from "@/lib/errors";
import { loadMessages } from "@/i18n/load-messages";
import { locales } from "@/i18n/locales";
import type { EndReason, MessageMetadata } from "@/lib/protocol/chat-message";
import type { OfferedModel } from "@/lib/protocol/client-settings";
import { renderInLocale } from "@/tests/support/render-in-locale";

const toOffered = (ref: string): OfferedModel => ({
  ref,
  label: ref,
  provider: "local",
  contextWindow: null,
  price: null,
});
const offered = { models: [toOffered("local:a")], defaultModel: "local:a", allowModelChoice: true };
const nothing = () => undefined;
const nothingLater = async () => undefined;

async function drawOutcome(
  metadata: MessageMetadata,
  can: {
    retry?: boolean;
    continueReply?: boolean;
    configure?: boolean;
    hasAnswer?: boolean;
    other?: OfferedModel;
  } = {},
  locale: "en" | "zh" = "en",
): Promise<string> {
  const models = can.other ? [...offered.models, can.other] : offered.models;
  const line = (
    <OutcomeLine
      metadata={metadata}
      hasAnswer={can.hasAnswer ?? false}
      settings={{ ...offered, models, canConfigure: can.configure ?? false }}
      onRetry={can.retry ? nothing : null}
      onContinue={can.continueReply ? nothing : null}
    />
  );
  return readText(await renderInLocale(locale, line));
}

const readText = (html: string) =>
  html
    .replace(/<\/(p|button|div|a)>/g, " ")
    .replace(/<[^>]*>/g, "")
    .replace(/ +/g, " ")
    .trim();

describe("the line about how a reply ended", () => {
  it.each([
    [{ outcome: "limited", reason: "iterations" }, "Ended early: it took as many steps as allowed. Continue"],
    [{ outcome: "stopped", reason: "stopped" }, "Stopped. What was written so far is kept. Continue"],
    [{ outcome: "interrupted", reason: "crashed" }, "Interrupted. What was written so far is kept. Continue"],
  ] as const)("offers to go on where it was cut short: %o", async (metadata, words) => {
    expect(await drawOutcome(metadata, { retry: true, continueReply: true })).toBe(words);
  });

  it("offers another try where it failed, and to go on as well when there is something to go on from", async () => {
    const failed = { outcome: "failed", reason: "model_unavailable" } as const;
    expect(await drawOutcome(failed, { retry: true })).toBe(
      "The answer failed: the provider didn’t respond. Try again",
    );
    expect(await drawOutcome(failed, { retry: true, continueReply: true })).toBe(
      "The answer failed: the provider didn’t respond. Continue Try again",
    );
  });

  it.each([
    [
      "model_quota",
      "no_money",
      "the quota or credit at the provider is used up. It is set there, not here. Details",
    ],
    ["model_unavailable", "busy", "the provider is overloaded. Details"],
    ["model_unavailable", "cut", "the connection to the provider dropped mid-answer. Details"],
    [
      "filtered",
      "moderated",
      "the content filter of the provider refused the request. Put it another way. Details",
    ],
    [
      "model_rejected",
      "no_pictures",
      "the model does not accept pictures. Ask without them, or choose another model.",
    ],
    [
      "model_overflow",
      "small_window",
      "the model’s context window is too small for Sextant’s instructions and tools.",
    ],
  ] as const)(
    "says of %s with %s what it is, and gives the server’s own words",
    async (reason, detail, words) => {
      const error = "acme rejected it. acme said: “<b>No</b>”";
      const drawn = await drawOutcome({ outcome: "failed", reason, detail, error });
      expect(drawn).toContain(`The answer failed: ${words}`);
      expect(drawn).toContain("said: “&lt;b&gt;No&lt;/b&gt;”");
      expect(drawn).not.toContain("Start a new conversation");
    },
  );

  it("offers nothing for an older reply, and is not there for a complete one", async () => {
    expect(await drawOutcome({ outcome: "stopped" })).toBe("Stopped. What was written so far is kept.");
    expect(await drawOutcome({ outcome: "completed" }, { continueReply: true })).toBe("");
  });
});

describe("an answer that is there in part", () => {
  it.each([
    { outcome: "failed", reason: "model_unavailable" },
    { outcome: "interrupted", reason: "model_unavailable" },
  ] as const)("is called that, and not a failure: %o", async (metadata) => {
    expect(await drawOutcome(metadata, { hasAnswer: true, continueReply: true })).toBe(
      "Partial answer: the provider didn’t respond. Continue",
    );
  });

  it("that could not be saved is not said to be kept", async () => {
    const unsaved = { outcome: "interrupted", reason: "unsaved", error: "Copy it." } as const;
    expect(await drawOutcome(unsaved, { hasAnswer: true })).toBe(
      "The answer couldn’t be saved. Copy what you need; your question is saved.",
    );
  });
});

describe("a failure", () => {
  const error = "Google rejected the API key for google:x. Set GOOGLE_KEY.";
  const badKey = { outcome: "failed", reason: "model_key", error } as const;

  it("by a wrong key sends people to their administrator, without what only that one can use", async () => {
    const words = await drawOutcome(badKey, { retry: true });
    expect(words).toContain("the provider rejected the API key.");
    expect(words).toContain("Tell your administrator.");
    expect(words).not.toContain("GOOGLE_KEY");
  });

  it("by a wrong key sends administrators to the keys, with the vendor's words folded", async () => {
    const words = await drawOutcome(badKey, { retry: true, configure: true });
    expect(words).toContain("Admin → Models");
    expect(words).toContain(`Details${error}`);
  });

  it("by a conversation that is too long offers a new one instead of the same again", async () => {
    const words = await drawOutcome({ outcome: "failed", reason: "model_overflow" }, { retry: true });
    expect(words).toContain("Start a new conversation");
    expect(words).not.toContain("Try again");
  });
});

it("an answer without words for a while says so, and offers to stop and try again", async () => {
  const way = <OtherWay settings={offered} metadata={undefined} onRestart={nothing} />;
  const draw = (ms: number) => renderInLocale("en", <SilenceText ms={ms} way={way} />);
  expect(await draw(19_999)).toBe("");
  expect(readText(await draw(24_300))).toBe("No words for 24 s Stop and try again");
});

describe("what is told when the server did not take it", () => {
  const actions = {
    ...{ regenerate: nothingLater, continueReply: nothingLater, stop: nothingLater, loadOlder: nothingLater },
    ...{ restart: nothingLater, takeBackQuestion: nothing },
    ...{ dismissProblem: nothing, sendAgain: nothing, sendNext: nothing },
    ...{ edit: nothingLater, beginEditing: nothing, endEditing: nothing, showVersion: () => false },
    approve: async () => ({ kind: "taken" as const }),
    answerQuestion: async () => ({ kind: "taken" as const }),
    changePlan: async () => ({ ok: false as const, status: null, problem: null }),
    rate: async () => ({ ok: true as const, value: null }),
    ...{ loadFollowUps: nothingLater, askFollowUp: nothing },
  };
  const settings = {
    ...{ offline: false, canConfigure: false, models: [], defaultModel: "local:a", usual: [], agents: [] },
    budget: { microUsd: 100_000, planMicroUsd: 500_000 },
    ...{ focusEngines: null, style: "balanced" as const, allowStyleOverride: true, allowModelChoice: true },
    ...{ allowPlans: true, reasoningVisible: true },
  };
  const draw = async (problem: Partial<ConversationProblem>, locale: "en" | "zh" = "en") => {
    const state = {
      phase: "idle" as const,
      ...{ since: null, progress: null, queued: [] },
      problem: { ...plainProblem, kind: "refused" as const, ...problem },
    };
    return readText(
      await renderInLocale(
        locale,
        <ConversationEnd last={undefined} state={state} settings={settings} actions={actions} />,
      ),
    );
  };

  it("is why, when it may be tried again, and where the words are", async () => {
    const problem = { code: "overloaded", detail: "Too busy.", retryAfter: 30 };
    expect(await draw(problem)).toContain(
      "The server didn’t accept the question. The server is busy with other answers. Your text is in the box below. Try again in 30 seconds. DetailsToo busy.",
    );
    expect(await draw({ ...problem, asked: "queued" })).toContain("It is waiting above the box.");
    expect(await draw({ ...problem, code: "too_many_runs" }, "zh")).toContain("同时进行的回答太多，请稍候。");
  });

  it("has the server's own words folded below those of the page", async () => {
    const words = await draw({ code: "quota_exhausted", detail: "Today’s limit is reached." }, "zh");
    expect(words).toContain("你的用量已达上限。");
    expect(words).toContain("详细信息Today’s limit is reached.");
  });

  it("does not speak of a question when a reply was to go on", async () => {
    const words = await draw({ code: "overloaded", asked: "continue" });
    expect(words).toContain("The server didn’t start the answer.");
    expect(words).toContain("The answer is unchanged.");
  });
});

describe.each(locales)("every way in which a reply can fail, in %s", async (locale) => {
  const { chat, errors } = await loadMessages(locale);
  const details = [
    "no_money",
    "moderated",
    "no_pictures",
    "small_window",
    "model_gone",
    "busy",
    "cut",
  ] as const;
  const failures: [EndReason, (typeof details)[number] | undefined][] = [
    ...(["model_key", "model_quota", "model_unavailable", "model_rejected", "model_overflow"] as const).map(
      (reason): [EndReason, undefined] => [reason, undefined],
    ),
    ...(["filtered", "internal", "empty", "unsaved", "crashed"] as const).map(
      (reason): [EndReason, undefined] => [reason, undefined],
    ),
    ...details.map((detail): [EndReason, typeof detail] => ["model_rejected", detail]),
  ];

  it.each(failures)("is a sentence with a way out, and names who failed: %s %s", async (reason, detail) => {
    const metadata: MessageMetadata = {
      ...{ outcome: reason === "unsaved" ? "interrupted" : "failed", reason, model: "acme:large" },
      ...{ costMicroUsd: 0, ...(detail !== undefined && { detail }) },
    };
    const other = toOffered("globex:small");
    const words = await drawOutcome(metadata, { retry: true, other, configure: true }, locale);
    const way = [chat.actions.retry, chat.outcome.toNew, chat.outcome.toKeys, chat.outcome.unsaved];
    expect(way.some((each) => words.includes(each))).toBe(true);
    expect(words).not.toMatch(/[{}]|chat\.|acme:large/);
    expect(words).not.toMatch(/free|免费/);
    const chinese = locale === "zh" ? words.replace(/acme|large|globex:small|local:a|Sextant/g, "") : "";
    expect(chinese).not.toMatch(/[A-Za-z]/);
  });

  it("and every code of a failure is a sentence, whether or not the server says more", () => {
    const codes: Record<ErrorCode, string> = errors.codes;
    for (const [code, sentence] of Object.entries(codes)) {
      expect(isErrorCode(code)).toBe(true);
      expect(sentence).toMatch(locale === "zh" ? /。\}?\}?$/ : /\.(?:\} other \{\{detail\}\}\})?$/);
    }
  });
});

it("who answers instead is of another provider where there is one, and nobody where that is not to be chosen", () => {
  const models = ["a:1", "a:2", "b:1"].map(toOffered);
  const settings = { models, defaultModel: "a:1", allowModelChoice: true };
  expect(findOtherModel(settings)?.ref).toBe("b:1");
  expect(findOtherModel(settings, "b:1")?.ref).toBe("a:1");
  expect(findOtherModel({ ...settings, models: models.slice(0, 2) })?.ref).toBe("a:2");
  expect(findOtherModel({ ...settings, allowModelChoice: false })).toBeNull();
  expect(findOtherModel({ ...settings, models: ["a:1", "offline:guide"].map(toOffered) })).toBeNull();
});

it("what the person said meanwhile is a quote that tells whose it is", async () => {
  expect(readText(await renderInLocale("en", <SteeringQuote text="In metres" />))).toBe(
    "You, while it was working: In metres",
  );
});
