import { describe, expect, it } from "vitest";
import { QueueAnnouncer } from "@/components/chat/announcers";
import { QueueList } from "@/components/chat/queue/queue-list";
import type { QueuedMessage } from "@/lib/client/conversation/state";
import { renderInLocale } from "@/tests/support/render-in-locale";

const text: QueuedMessage = { id: "u1", text: "And in metres?", files: [], status: "waiting" };
const picture: QueuedMessage = {
  ...text,
  id: "u2",
  files: [{ type: "file", mediaType: "image/png", url: "data:image/png;base64,AA==" }],
};
const actions = {
  ...{ removeQueued: () => undefined },
  ...{
    beginEdit: () => undefined,
    endEdit: () => undefined,
    steer: async () => undefined,
    takeBack: async () => "taken" as const,
  },
};

async function draw(
  queued: QueuedMessage[],
  more: { isBusy?: boolean; isBlocked?: boolean; locale?: "en" | "zh" } = {},
) {
  const { isBusy = true, isBlocked = false, locale = "en" } = more;
  const props = { queued, isBusy, isBlocked, actions, onLeave: () => undefined };
  return renderInLocale(locale, <QueueList {...props} />);
}

const readButtons = (html: string) =>
  [...html.matchAll(/<button[^>]*?(?:aria-label="([^"]*)"[^>]*)?>([^<]*)/g)].map(
    ([, label, words]) => label ?? words,
  );

describe("the messages above the composer", () => {
  it("are not there when nothing waits, or when what waited has just gone out", async () => {
    expect(await draw([])).toBe("");
    expect(await draw([{ ...text, status: "sending" }])).toBe("");
  });

  it("can be added to the answer, changed and removed, each button told apart by its message", async () => {
    const html = await draw([text]);
    expect(readButtons(html)).toEqual(["Add to this answer", "Edit", "Remove"]);
    const described = [...html.matchAll(/aria-describedby="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(described).size).toBe(1);
    expect(html).toContain(`id="${described[0]}"`);
    expect(html).toContain("Next, when this answer is done");
  });

  it("with pictures are not handed to a running reply, and say why", async () => {
    const html = await draw([picture]);
    expect(readButtons(html)).toEqual(["Edit", "Remove"]);
    expect(html).toContain("be added to a running answer");
    expect(html).toContain("1 file");
  });

  it("can be taken back once they are on their way into the reply", async () => {
    expect(readButtons(await draw([{ ...text, status: "steering" }]))).toEqual([]);
    const html = await draw([{ ...text, status: "steered" }]);
    expect(readButtons(html)).toEqual(["Take back"]);
    expect(html).toContain("Will be read at the next step, or sent when this answer finishes.");
  });

  it("wait for the person when no reply runs, also those with pictures", async () => {
    const html = await draw([picture], { isBusy: false });
    expect(readButtons(html)).toEqual(["Send", "Edit", "Remove"]);
    expect(html).toContain("Not sent yet. Press Send to go on.");
    const blocked = await draw([picture], { isBusy: false, isBlocked: true });
    expect(readButtons(blocked)).toEqual(["Edit", "Remove"]);
    expect(blocked).toContain("Nothing can be sent right now.");
  });

  it("can be changed where they stand", async () => {
    const html = await draw([{ ...text, isEdited: true }]);
    expect(html).toMatch(/<textarea[^>]*aria-label="Waiting message"[^>]*>And in metres\?<\/textarea>/);
    expect(readButtons(html)).toEqual(["Cancel", "Save"]);
  });

  it("speak Chinese", async () => {
    const html = await draw([text, { ...text, id: "u3", hasSteerFailed: true }], { locale: "zh" });
    expect(html).toContain("这个回答结束后依次发送");
    expect(html).toContain("提交失败");
  });
});

it("the place where the queue is read out is there before anything waits", async () => {
  expect(await renderInLocale("en", <QueueAnnouncer queued={[]} isBusy={false} />)).toMatch(
    /^<div role="status"[^>]*><\/div>$/,
  );
});
