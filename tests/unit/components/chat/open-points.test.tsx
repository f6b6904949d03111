import { describe, expect, it } from "vitest";
import { toLiveSentence, toolNames, toResultSentence } from "@/components/tools/views";
import { OpenPoints, UnreadPages } from "@/components/chat/work/open-points";
import { notices } from "@/lib/engine/loop/notices";
import type { TrailStep } from "@/lib/client/message/read-turn";
import type { Source } from "@/lib/client/message/sources";
import type { ToolFailureKind } from "@/lib/protocol/tool-results";
import { loadMessages } from "@/i18n/load-messages";
import { createTranslator } from "next-intl";
import { renderInLocale } from "@/tests/support/render-in-locale";
import { meta } from "@/tests/unit/client/parts";

type Part = Extract<TrailStep, { kind: "tool" }>["part"];

const english = "The server said this in English.";
const toStep = (part: object, key = "0"): TrailStep => ({
  ...{ kind: "tool", key, approval: null },
  part: { toolCallId: key, input: {}, ...part } as Part,
});
const toFailed = (type: string, kind: ToolFailureKind = "error", key?: string) =>
  toStep(
    { type, state: "output-available", output: { ok: false, kind, message: english, hint: "", meta } },
    key,
  );
const toMade = (data: object, key: string) =>
  toStep(
    {
      ...{ type: "tool-image_generate", state: "output-available" },
      output: { ok: true, text: "", summary: { key: "madeImage", values: {} }, data, meta },
    },
    key,
  );
const readWords = (html: string) =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

const draw = async (
  steps: TrailStep[],
  told: Parameters<typeof OpenPoints>[0]["notices"] = [],
  locale = "en",
) =>
  readWords(
    await renderInLocale(locale as "en" | "zh", <OpenPoints steps={steps} notices={told} remedy="More" />),
  );

describe("what stands open below the line", () => {
  it("is what was asked for by name and failed, with why", async () => {
    expect(await draw([toFailed("tool-image_generate")])).toBe(`No picture was made. ${english}`);
    expect(await draw([toFailed("tool-memory_save")])).toBe(`Nothing was saved to memory. ${english}`);
    expect(await draw([toFailed("tool-web_search"), toFailed("tool-calculate")])).toBe("");
  });

  it("is not what went well at another try", async () => {
    const made = toMade({ url: "/p.png", mediaType: "image/png", description: "", model: "m" }, "1");
    expect(await draw([toFailed("tool-image_generate"), made])).toBe("");
  });

  it("says of a picture that is too dear what it costs, what is set aside, and where more may be allowed", async () => {
    const unpaid = notices.unpaid({ act: "picture", most: 6.3, left: 5, all: 10 });
    expect(await draw([toFailed("tool-image_generate")], [unpaid])).toBe(
      "No picture was made. One costs up to 6.3 ¢. This answer may cost 10 ¢ in all, and 5 ¢ of it is spent or set aside for the text. More",
    );
    expect(await draw([], [unpaid], "zh")).toContain("一张最多需 6.3 美分");
  });

  it("names a page that could not be read only where a sentence cites it", async () => {
    const url = "https://www.enova.example/report";
    const failures = [{ url, kind: "refused", message: english }];
    const steps = [
      toStep({
        ...{ type: "tool-web_fetch", state: "output-available" },
        output: {
          ok: true,
          text: "",
          summary: { key: "read", values: {} },
          data: { pages: [], failures },
          meta,
        },
      }),
    ];
    const sources = new Map<number, Source>([[3, { number: 3, url, title: "Enova", site: "enova.example" }]]);
    const drawUnread = async (cited: [number, number][]) =>
      readWords(
        await renderInLocale(
          "en",
          <UnreadPages steps={steps} shown={new Map<number, number>(cited)} sources={sources} />,
        ),
      );
    expect(await drawUnread([[3, 1]])).toBe(
      "enova.example could not be read. What it is cited for was not checked.",
    );
    expect(await drawUnread([])).toBe("");
  });
});

describe("in Chinese no step", async () => {
  const messages = await loadMessages("zh");
  const t = createTranslator({ locale: "zh", messages, namespace: "tools" });
  const tStep = createTranslator({ locale: "zh", messages, namespace: "chat.step" });
  const tTrail = createTranslator({ locale: "zh", messages, namespace: "chat.trail" });
  const kinds = ["error", "timeout", "denied", "invalid_input", "unavailable", "not_found"] as const;
  const types = [...toolNames.map((name) => `tool-${name}`), "dynamic-tool"];

  it.each(types)("says an English sentence while it runs or when it fails: %s", (type) => {
    const toPart = (state: object) =>
      ({ type, toolCallId: "1", toolName: "天气", input: {}, ...state }) as Part;
    const sentences = [
      toLiveSentence(toPart({ state: "input-available" }), t, tTrail),
      toResultSentence(toPart({ state: "output-error", errorText: english }), t, tStep),
      ...kinds.map((kind) => {
        const output = { ok: false, kind, message: english, hint: english, meta };
        return toResultSentence(toPart({ state: "output-available", output }), t, tStep);
      }),
    ];
    expect(sentences.every((sentence) => /\p{Script=Han}/u.test(sentence))).toBe(true);
    expect(sentences.join(" ")).not.toMatch(/[A-Za-z]/);
  });
});
