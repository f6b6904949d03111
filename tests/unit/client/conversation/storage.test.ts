import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { QueuedMessage } from "@/lib/client/conversation/state";
import {
  claimDrafts,
  forgetDrafts,
  readBeside,
  readDraft,
  readQueue,
  toTemporaryKey,
  writeBeside,
  writeDraft,
  writeQueue,
} from "@/lib/client/conversation/storage";

/** The part of a browser's storage that is used; Node has none without a file. */
function createStorage(limit = Infinity) {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    setItem(key: string, value: string) {
      if (value.length > limit) throw new DOMException("full", "QuotaExceededError");
      items.set(key, value);
    },
    removeItem: (key: string) => void items.delete(key),
  };
}

beforeEach(() => {
  vi.stubGlobal("localStorage", createStorage());
  vi.stubGlobal("sessionStorage", createStorage());
});
afterEach(() => void vi.unstubAllGlobals());

describe("drafts in a browser", () => {
  it("are there again for the person who wrote them", () => {
    claimDrafts("ada");
    writeDraft("new", "half a question");
    claimDrafts("ada");
    expect(readDraft("new")).toBe("half a question");
  });

  it("are gone for the next person, also when the first never signed out", () => {
    claimDrafts("ada");
    writeDraft("new", "half a question");
    writeDraft("c1", "another");
    claimDrafts("bob");
    expect([readDraft("new"), readDraft("c1")]).toEqual(["", ""]);
  });

  it("that were written before anybody claimed them are the first person's", () => {
    writeDraft("new", "half a question");
    claimDrafts("ada");
    expect(readDraft("new")).toBe("half a question");
  });

  it("leave nothing of the person behind when they are forgotten, and nothing else is lost", () => {
    claimDrafts("ada");
    writeDraft("new", "half a question");
    localStorage.setItem("choices", "{}");
    forgetDrafts();
    expect(localStorage.length).toBe(1);
    expect(localStorage.getItem("choices")).toBe("{}");
  });

  it("break nothing where the browser keeps nothing", () => {
    vi.stubGlobal("localStorage", undefined);
    claimDrafts("ada");
    writeDraft("new", "half a question");
    forgetDrafts();
    expect(readDraft("new")).toBe("");
  });
});

describe("what goes with an unsent question", () => {
  const nothing = { texts: [], files: [], mentions: [], missing: [] };
  const document = {
    type: "file" as const,
    mediaType: "text/plain",
    filename: "a.txt",
    url: "/api/files/d1",
  };
  const picture = { ...document, filename: "b.png", url: `data:image/png;base64,${"A".repeat(900)}` };
  const kept = {
    texts: ["a long paste"],
    files: [document, picture],
    mentions: [{ kind: "collection" as const, id: "k1", name: "Boats" }],
    missing: ["late.pdf"],
  };

  it("is there again, and gone for the next person", () => {
    claimDrafts("ada");
    writeBeside("c1", kept);
    expect(readBeside("c1")).toEqual(kept);
    claimDrafts("bob");
    expect(readBeside("c1")).toEqual(nothing);
  });

  it("names the pictures that the storage has no room for", () => {
    vi.stubGlobal("localStorage", createStorage(700));
    writeBeside("c1", kept);
    expect(readBeside("c1")).toEqual({ ...kept, files: [document], missing: ["late.pdf", "b.png"] });
  });

  it("leaves nothing behind once it is sent, and is nothing where something else is kept", () => {
    writeBeside("c1", kept);
    writeBeside("c1", nothing);
    expect(localStorage.length).toBe(0);
    localStorage.setItem("beside:c1", '{"files":7}');
    expect(readBeside("c1")).toEqual(nothing);
  });
});

describe("what waits to be sent", () => {
  const text: QueuedMessage = { id: "u1", text: "And then?", files: [], status: "waiting" };
  const picture: QueuedMessage = {
    ...text,
    id: "u2",
    files: [{ type: "file", mediaType: "image/png", url: `data:image/png;base64,${"A".repeat(500)}` }],
  };

  it("is forgotten with the drafts, by the person and for the next one", () => {
    claimDrafts("ada");
    writeQueue("c1", [text]);
    claimDrafts("bob");
    expect(readQueue("c1")).toEqual([]);
    writeQueue("c1", [text]);
    forgetDrafts();
    expect(localStorage.length).toBe(0);
  });

  it("is kept as far as it fits, without what is being done with it", () => {
    writeQueue("c1", [{ ...text, isEdited: true }, picture]);
    expect(readQueue("c1")).toEqual([text, picture]);
    vi.stubGlobal("localStorage", createStorage(400));
    writeQueue("c1", [text, picture]);
    expect(readQueue("c1")).toEqual([text]);
  });

  it("is taken over from an earlier version, whose words for where it is were others", () => {
    const kept = { id: "u1", text: "And then?", files: [] };
    const earlier = [
      { ...kept, place: "handing" },
      { ...kept, id: "u2", place: "handed" },
      { ...kept, id: "u3", place: "waiting", wasNotHanded: true },
    ];
    localStorage.setItem("queue:c1", JSON.stringify(earlier));
    expect(readQueue("c1")).toEqual([
      { ...kept, status: "steering" },
      { ...kept, id: "u2", status: "steered" },
      { ...kept, id: "u3", status: "waiting", hasSteerFailed: true },
    ]);
  });

  it("is nothing where the storage holds something else, or nothing can be kept", () => {
    localStorage.setItem("queue:c1", '[{"id":1},7,{"id":"u1","text":"a","files":[],"status":"nowhere"}]');
    expect(readQueue("c1")).toEqual([]);
    localStorage.setItem("queue:c1", "{");
    expect(readQueue("c1")).toEqual([]);
    vi.stubGlobal("localStorage", undefined);
    writeQueue("c1", [text]);
    expect(readQueue("c1")).toEqual([]);
  });
});

describe("what was written in a temporary chat", () => {
  const key = toTemporaryKey("c1");
  const message: QueuedMessage = { id: "m1", text: "later", files: [], status: "waiting" };

  it("goes with the tab, and is kept until then", () => {
    writeDraft(key, "half a question");
    writeQueue(key, [message]);
    expect([readDraft(key), readQueue(key)]).toEqual(["half a question", [message]]);
    expect([readDraft("c1"), readQueue("c1"), localStorage.length]).toEqual(["", [], 0]);
  });

  it("is gone with the rest for the next person", () => {
    claimDrafts("ada");
    writeDraft(key, "half a question");
    writeQueue(key, [message]);
    claimDrafts("bob");
    expect(sessionStorage.length).toBe(0);
  });
});
