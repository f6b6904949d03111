import { describe, expect, it } from "vitest";
import { createConversations } from "@/lib/data/conversations";
import { paths } from "@/lib/data/paths";
import { createSearchIndex } from "@/lib/features/conversation-search/records/search-index";
import type { FoundConversation, TextRange } from "@/lib/protocol/conversations";
import type { ListQuery, Page, Store } from "@/lib/store/store";
import { createBilledStore, sumCalls } from "@/tests/support/billed-store";
import { bothStores } from "@/tests/support/both-stores";
import { openTestBlobs, openTestStore } from "@/tests/support/open-test-store";
import { createSpeaker } from "@/tests/support/say-turn";
import { readWholeStore, scanStore } from "@/tests/support/scan-store";

describe.each(bothStores)("conversation search in $name", ({ openStore }) => {
  async function open() {
    const store = await openStore();
    const index = createSearchIndex(store);
    const search = async (text: string, userId = "u1") =>
      (await index.search(userId, text, { limit: 20 })).conversations;
    const findIds = async (text: string, userId?: string) => (await search(text, userId)).map(({ id }) => id);
    return {
      store,
      index,
      search,
      findIds,
      say: createSpeaker(store),
      conversations: createConversations(store, () => 1_800_000_000_000),
    };
  }

  it("finds the words of questions, answers and titles, in other forms too, and shows where they stand", async () => {
    const { say, search } = await open();
    await say("c1", "How do lighthouses work?", "A lens bundles the light into a beam.", {
      title: "About towers",
    });
    await say("c2", "明天去杭州坐高铁要多久？", "从上海到杭州的高铁大约需要一个小时。", { title: "去杭州" });
    await say("c3", "Wie heißt die Straße am Hafen?", "Сегодня мы говорим о маяках.", {
      aiTitle: "Harbour streets",
    });
    const show = async (text: string) =>
      (await search(text)).map((each) => [each.id, each.snippet?.messageId ?? "title", readMarks(each)]);
    expect(await show("lighthouse")).toEqual([["c1", "q1", ["lighthouses"]]]);
    expect(await show("BEAM lens")).toEqual([["c1", "a1", ["lens", "beam"]]]);
    expect(await show("上海 高铁")).toEqual([["c2", "a2", ["上海", "高铁"]]]);
    expect(await show("杭州")).toEqual([["c2", "q2", ["杭州"]]]);
    expect(await show("straße")).toEqual([["c3", "q3", ["Straße"]]]);
    expect(await show("маяк")).toEqual([["c3", "a3", ["маяках"]]]);
    expect(await show("harbour street")).toEqual([["c3", "title", ["Harbour", "streets"]]]);
    expect(await show("lantern")).toEqual([]);
    expect(await show("!?")).toEqual([]);
  });

  it("wants all words in one turn or in the title, and puts the newest such place first, each conversation once", async () => {
    const { say, findIds } = await open();
    await say("c1", "A red buoy?", "Yes.");
    await say("c2", "A red buoy?", "Yes.");
    await say("c3", "A buoy?", "Yes.");
    await say("c3", "A red one?", "Yes.");
    await say("c1", "A buoy that is red?", "Yes.");
    expect(await findIds("red buoy")).toEqual(["c1", "c2"]);
    expect(await findIds("buoy")).toEqual(["c1", "c3", "c2"]);
  });

  it("finds a single Chinese character, and a word that stands between others", async () => {
    const { say, findIds } = await open();
    await say("c1", "我喜欢喝绿茶。", "好的。");
    await say("c2", "我喜欢喝咖啡。", "好的。");
    expect([await findIds("茶"), await findIds("绿茶"), await findIds("喜欢喝")]).toEqual([
      ["c1"],
      ["c1"],
      ["c2", "c1"],
    ]);
  });

  it("finds a word by its beginning once three letters are typed, behind those who have it whole", async () => {
    const { say, findIds } = await open();
    await say("c1", "A zep is what?", "Nothing known.");
    await say("c2", "Which ship?", "A grey Zeppelin flew over the harbour.");
    await say("c3", "Running late", "It runs.", { aiTitle: "Zeppelinology" });
    const found = await Promise.all(
      ["ze", "zep", "ZEPP", "harbour zepp", "zepp harb", "zeppelin", "zeppelinol", "eppelin"].map((text) =>
        findIds(text),
      ),
    );
    expect(found).toEqual([[], ["c1", "c3", "c2"], ["c3", "c2"], ["c2"], [], ["c2", "c3"], ["c3"], []]);
  });

  it("finds a word at every letter that is typed of it, and marks it", async () => {
    const { say, search } = await open();
    await say("c1", "x", "She was running past cities, files and lighthouses, interestingly.");
    for (const [word, least] of [
      ["running", 3],
      ["cities", 3],
      ["files", 3],
      ["file", 3],
      ["lighthouses", 3],
      ["interestingly", 3],
    ] as const) {
      for (let end = least; end <= word.length; end += 1) {
        const [found] = await search(word.slice(0, end));
        expect([
          word.slice(0, end),
          found === undefined ? [] : readMarks(found).some((mark) => mark.startsWith(word.slice(0, 3))),
        ]).toEqual([word.slice(0, end), true]);
      }
    }
    expect(await search("runnil")).toEqual([]);
    await say("c2", "They beg", "No.");
    expect((await search("begi")).map(({ id }) => id)).toEqual([]);
  });

  it("finds the last one of several pages of beginnings, none twice", async () => {
    const { say, index } = await open();
    for (let n = 1; n <= 100; n += 1)
      await say(`c${n}`, n === 50 ? "A buoy" : `A ${n % 9 === 0 ? "buoyant" : "heavy"} thing`, "Yes.");
    const found: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await index.search("u1", "buoy", { limit: 4, cursor });
      found.push(...page.conversations.map(({ id }) => id));
      cursor = page.cursor;
    }
    expect(found).toEqual(["c50", ...[99, 90, 81, 72, 63, 54, 45, 36, 27, 18, 9].map((n) => `c${n}`)]);
  });

  it("finds words without their accents, parts of joined words, other apostrophes and pictures", async () => {
    const { say, search } = await open();
    await say("c1", "Zürich?", "The café is in the Łódź Straße, naïve Ångström wrote. Ёлка. 🧭");
    await say("c2", "Mail", "Ada.Lovelace@example.org or www.example.net/path, v1.2.3, don’t, O’Brien.");
    const show = async (text: string) =>
      (await search(text)).flatMap((each) => [each.id, ...readMarks(each)]);
    const asked = ["zurich", "cafe", "CAFÉ", "lodz", "strasse", "naive", "angstrom", "елка", "🧭"];
    expect(await Promise.all(asked.map(show))).toEqual(
      ["Zürich", "café", "café", "Łódź", "Straße", "naïve", "Ångström", "Ёлка", "🧭"].map((mark) => [
        "c1",
        mark,
      ]),
    );
    const joined = ["lovelace", "example.org", "example.net/path", "don't", "o'brien", "brien"];
    expect(await Promise.all(joined.map(show))).toEqual([
      ["c2", "Ada.Lovelace"],
      ["c2", "example.org"],
      ["c2", "www.example.net", "path"],
      ["c2", "don’t"],
      ["c2", "O’Brien"],
      ["c2", "O’Brien"],
    ]);
  });

  it("finds words that end in a double e in the singular and in the plural", async () => {
    const { say, findIds } = await open();
    await say("c1", "The employee of the committee?", "A coffee tree.");
    await say("c2", "The employees of the committees?", "Two coffees, three trees.");
    for (const word of ["employee", "employees", "committee", "coffees", "tree", "trees"])
      expect([word, await findIds(word)]).toEqual([word, ["c2", "c1"]]);
  });

  it("gives a page at a time, none twice", async () => {
    const { say, index } = await open();
    for (let n = 1; n <= 7; n += 1) await say(`c${n}`, `A buoy, number ${n}`, "Yes.");
    const pages: string[][] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await index.search("u1", "buoy", { limit: 3, cursor });
      pages.push(page.conversations.map(({ id }) => id));
      cursor = page.cursor;
    }
    expect(pages.flat()).toEqual(["c7", "c6", "c5", "c4", "c3", "c2", "c1"]);
    expect(pages.slice(0, 2).map(({ length }) => length)).toEqual([3, 3]);
    await expect(index.search("u1", "buoy", { limit: 3, cursor: "elsewhere" })).rejects.toMatchObject({
      code: "invalid_request",
    });
  });

  it("finds what was said on every branch", async () => {
    const { store, say, findIds } = await open();
    const first = await say("c1", "What is a buoy?", "An answer with albatross.");
    await say("c1", "And then?", "An answer with pelican.");
    await say("c1", "", "An answer with heron.", { isAgain: true });
    expect([await findIds("albatross"), await findIds("pelican"), await findIds("heron")]).toEqual([
      ["c1"],
      ["c1"],
      ["c1"],
    ]);
    await say("c1", "What is a beacon?", "An answer with gull.", { messageId: first.questionId });
    const words = ["buoy", "albatross", "heron", "beacon", "gull"];
    expect(await Promise.all(words.map((word) => findIds(word)))).toEqual(words.map(() => ["c1"]));
    expect(await listWords(store)).toHaveLength(4);
  });

  it("finds a conversation by its new name and no longer by the old one", async () => {
    const { say, findIds, conversations } = await open();
    await say("c1", "Hello", "Hello.", { aiTitle: "Greetings" });
    expect(await findIds("greeting")).toEqual(["c1"]);
    await conversations.rename("u1", "c1", "Salutations");
    expect([await findIds("greeting"), await findIds("salutation")]).toEqual([[], ["c1"]]);
    await say("c2", "Hi", "Hi.");
    await conversations.suggestTitle("u1", "c2", "Welcome words");
    expect(await findIds("welcome")).toEqual(["c2"]);
  });

  it("finds nothing of a deleted conversation, and keeps no word of it", async () => {
    const { store, say, findIds, conversations } = await open();
    await say("c1", "What is a zeppelin?", "A zeppelin is a ship.");
    await say("c2", "What is a buoy?", "It floats.");
    await conversations.deleteTree("u1", "c1");
    expect(await findIds("zeppelin")).toEqual([]);
    expect(await listWords(store)).toEqual([paths.turnWords("u1", "c2", 2)]);
  });

  it("finds nothing of a temporary conversation and nothing of another person", async () => {
    const { store, say, findIds, conversations } = await open();
    await say("c1", "What is a zeppelin?", "A ship.", { isTemporary: true });
    await say("c2", "What is a zeppelin?", "A ship.", { userId: "u2" });
    expect([await findIds("zeppelin"), await findIds("zeppelin", "u2")]).toEqual([[], ["c2"]]);
    await conversations.rename("u1", "c1", "Airship");
    expect(await findIds("airship")).toEqual([]);
    expect(await readWholeStore(store)).not.toContain(paths.turnWords("u1", "c1", 2));
  });

  it("collects the words of what was said before words were kept, a part at a time", async () => {
    const { store, index, say, findIds } = await open();
    for (const n of [1, 2, 3]) await say(`c${n}`, `The question ${n}`, "A zeppelin.", { title: `Ship ${n}` });
    await say("c1", "One more", "An airship.");
    await say("t1", "Quietly", "A zeppelin.", { isTemporary: true });
    for (const { path } of (await scanStore(store)).filter((each) => each.path.startsWith(paths.words("u1"))))
      await store.delete(path);
    expect(await index.search("u1", "zeppelin", { limit: 9 })).toMatchObject({
      conversations: [],
      isCollecting: true,
    });
    const steps = [
      await index.collectOlder("u1", 2),
      await index.collectOlder("u1", 2),
      await index.collectOlder("u1", 2),
    ];
    expect([steps.at(-1), (await index.search("u1", "zeppelin", { limit: 9 })).isCollecting]).toEqual([
      true,
      false,
    ]);
    expect((await findIds("zeppelin")).toSorted()).toEqual(["c1", "c2", "c3"]);
    expect([await findIds("airship"), await findIds("ship 2")]).toEqual([["c1"], ["c2"]]);
    expect((await listWords(store)).filter((path) => path.includes("t1"))).toEqual([]);
  });

  it("collects each answer's words with its question's, wherever what is read at once ends", async () => {
    const { store, index, say } = await open();
    await say("c1", "Which bird?", "A pelican.");
    // From here on questions have even places.
    await say("c1", "", "A heron.", { isAgain: true });
    for (let n = 0; n < 30; n += 1) await say("c1", `Is it ${n} of them?`, `There are ${n + 1}.`);
    const readWords = async () =>
      (await scanStore(store)).flatMap(({ path, data: { terms, questionId, seq } }) =>
        path.startsWith(paths.words("u1")) && Number(seq) > 3 ? [{ path, terms, questionId }] : [],
      );
    const written = await readWords();
    for (const { path } of written) await store.delete(path);
    await index.collectOlder("u1", 5);
    expect(await readWords()).toEqual(written);
    expect(written.length).toBeGreaterThan(29);
  });

  it("collects no words of a conversation that is deleted meanwhile", async () => {
    const { store, say } = await open();
    await say("c1", "What is a zeppelin?", "A ship.");
    const meeting = meetMessages(store, () => createConversations(store).deleteTree("u1", "c1"));
    await createSearchIndex(meeting).collectOlder("u1", 5);
    expect(await listWords(store)).toEqual([]);
  });

  it("keeps no words that are collected while their conversation is deleted", async () => {
    const { store, index, say } = await open();
    await say("c1", "What is a zeppelin?", "A ship.");
    const meeting: Store = {
      ...store,
      deleteTree: async (path) => (await index.collectOlder("u1", 5), store.deleteTree(path)),
    };
    await createConversations(meeting).deleteTree("u1", "c1");
    expect(await listWords(store)).toEqual([]);
  });

  it("collects the words of an answer while another one comes beside it", async () => {
    const { store, say, findIds } = await open();
    await say("c1", "Which bird?", "A pelican.");
    const meeting = meetMessages(store, () => say("c1", "", "A heron.", { isAgain: true }));
    await createSearchIndex(meeting).collectOlder("u1", 5);
    expect([await findIds("heron"), await findIds("pelican")]).toEqual([["c1"], ["c1"]]);
  });

  it("collects words anew that were kept in an older form, and finds them then by every form", async () => {
    const { store, index, say, findIds } = await open();
    await say("c1", "What are the cities?", "The universities have coffees.");
    const [path = ""] = await listWords(store);
    const kept = await store.find(path);
    // As format 4 kept them: other stems, and not the words themselves.
    const terms = ["what", "are", "the", "city", "university", "have", "coffe"];
    await store.set(path, { ...kept?.data, terms, questionTo: 4, replyFrom: 2 });
    await store.set(paths.wordsProgress("u1"), { cursor: null, isDone: true, format: 4 });
    expect((await index.search("u1", "cities", { limit: 5 })).isCollecting).toBe(true);
    expect(await index.collectOlder("u1", 5)).toBe(true);
    expect((await index.search("u1", "cities", { limit: 5 })).isCollecting).toBe(false);
    for (const word of ["city", "cities", "citie", "university", "universiti", "coffee"])
      expect([word, await findIds(word)]).toEqual([word, ["c1"]]);
  });

  it("finds the messages of a conversation that hold the rarest of the words", async () => {
    const { index, say } = await open();
    for (let n = 1; n <= 30; n += 1)
      await say(
        "c1",
        `Tell me about harbour ${n}`,
        n === 7 ? "The pilot of this harbour is called Jonas." : "A harbour has a quay.",
      );
    await say("c1", "我的狗叫什么名字？", "您的狗叫豆豆，生日是五月三日。");
    await say("c2", "The pilot?", "Jonas.");
    const find = (text: string, options: { limit: number; beforeSeq?: number }) =>
      index.findInConversation("u1", "c1", text, options);
    expect(await find("What was the pilot of the harbour called?", { limit: 1 })).toEqual([14]);
    expect(await find("狗的生日是哪天？", { limit: 1 })).toEqual([62]);
    expect(await find("狗的生日是哪天？", { limit: 5, beforeSeq: 60 })).toEqual([]);
    expect(await find("pilot", { limit: 5, beforeSeq: 14 })).toEqual([]);
    expect(await find("submarine", { limit: 5 })).toEqual([]);
  });
});

describe("the bounds of a search", () => {
  it("hold for 200 characters that are all different pairs, over many conversations that have one of them", async () => {
    const store = createBilledStore(await openTestStore());
    const say = createSpeaker(store);
    const hostile = Array.from({ length: 200 }, (_, n) => String.fromCodePoint(0x4e00 + n * 3)).join("");
    for (let n = 0; n < 220; n += 1) await say(`c${n}`, `${hostile.slice(0, 2)} ${n}`, "好。");
    await store.take();
    const index = createSearchIndex(store);
    expect((await index.search("u1", hostile, { limit: 100 })).conversations).toEqual([]);
    expect(sumCalls(await store.take()).reads).toBeLessThanOrEqual(204);
    const found = await index.search("u1", hostile.slice(0, 2), { limit: 100 });
    expect([found.conversations.length, found.cursor]).toEqual([30, expect.any(String)]);
    expect(sumCalls(await store.take()).reads).toBeLessThanOrEqual(41 + 60 + 1);
  });

  it("keep the words of a very long message below what a document holds, the first ones first", async () => {
    const store = await openTestStore();
    const say = createSpeaker(store, await openTestBlobs());
    const chinese = Array.from({ length: 100_000 }, (_, n) =>
      String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000)),
    ).join("");
    const links = Array.from({ length: 20_000 }, (_, n) => `w${n}${"é".repeat(80)}`).join(" ");
    await say("c1", "long one", `${chinese} ${links}`);
    await say("c2", `zeppelin ${links}`, "Thanks.");
    const search = async (text: string) =>
      (await createSearchIndex(store).search("u1", text, { limit: 5 })).conversations;
    expect((await search(chinese.slice(0, 6))).map(({ id }) => id)).toEqual(["c1"]);
    const [found] = await search("zeppelin");
    expect(found?.id).toBe("c2");
    expect(found?.snippet?.text.length).toBeLessThan(200);
  });
});

/** The store, in which something happens right after messages were read for the first time. */
function meetMessages(store: Store, happen: () => Promise<unknown>): Store {
  let isFirst = true;
  const meet = async (query: ListQuery, page: Page) => {
    if (!isFirst || !query.collection.endsWith("/messages")) return page;
    isFirst = false;
    await happen();
    return page;
  };
  return {
    ...store,
    list: async (query) => meet(query, await store.list(query)),
    transaction: (work) =>
      store.transaction((tx) => work({ ...tx, list: async (query) => meet(query, await tx.list(query)) })),
  };
}

async function listWords(store: Store): Promise<string[]> {
  return (await scanStore(store))
    .map(({ path }) => path)
    .filter((path) => path.startsWith(paths.words("u1")));
}

function readMarks({ title, titleMarks, snippet }: FoundConversation): string[] {
  const read = (text: string, marks: TextRange[]) => marks.map(([start, end]) => text.slice(start, end));
  return snippet === null ? read(title, titleMarks) : read(snippet.text, snippet.marks);
}
