import { relateByRules } from "@/lib/memory/compare/relate-by-rules";
import { describe, expect, it } from "vitest";

const relate = (known: string, fresh: string) => relateByRules(fresh, [{ id: "known", content: known }]);
const isKept = (known: string, fresh: string) => ["separate", "unsure"].includes(relate(known, fresh).kind);

describe("facts about different things", () => {
  it.each([
    ["User is allergic to peanuts", "User is a pilot in Austin"],
    ["Lives in San Francisco", "Works in finance as a lead"],
    ["Has a daughter named Mia", "Allergic to shellfish"],
    ["Likes tea", "Likes coffee"],
    ["Has a dog named Rex", "Has a cat named Rex"],
    ["Speaks German", "Speaks French"],
    ["Brother lives in Paris", "Lives in Paris"],
    ["My wife's brother lives in Paris", "My wife lives in Lyon"],
    ["Works at Siemens", "Also works at Aldi"],
    ["Works at Siemens", "Works at night"],
    ["Works at Siemens", "Now works for free on weekends"],
    ["Lives in Berlin", "Lives in fear of spiders"],
    ["Lives in Berlin", "Recently moved to Linux"],
    ["Lives in Berlin", "Lives in Hamburg on weekends"],
    ["Lives in Berlin", "Wants to live in Paris"],
    ["Lives in Berlin", "If it gets too hot, lives in Oslo"],
    ["Name is Anna", "User name is bob42"],
    ["Name is Anna", "Goes by bike"],
    ["Boss is Tom", "Boss is 50"],
    ["Is married", "Engaged in politics"],
    ["Is single", "Has a double bed"],
    ["Smokes", "Is allergic to smoke"],
    ["Likes coffee", "Doesn't like coffee after lunch"],
    ["Prefers dark mode", "Uses light mode in the morning"],
    ["Has a meeting with Anna on Monday", "Has a meeting with Anna on Thursday"],
    ["Writes C++", "Writes C"],
    ["Cycles to work", "Rides a motorcycle to work"],
    ["Commutes by car", "Commutes by company car with Tom"],
    ["Commutes by train", "Commutes by train and bus"],
    ["用户叫李雷", "用户经常叫外卖"],
    ["用户住在北京", "用户在北京住了3年院"],
    ["用户住在北京", "用户家在学校附近"],
    ["用户住在北京", "用户打算搬到巴黎"],
    ["用户住在北京", "用户冬天住在三亚"],
    ["女儿7岁", "女儿比儿子大3岁"],
    ["Has a dog named Rex", "用户有一只叫Rex的猫"],
    ["用户是老师", "妈妈是老师"],
  ])("stay beside each other: %j and %j", (known, fresh) => {
    expect([isKept(known, fresh), isKept(fresh, known)]).toEqual([true, true]);
  });
});

describe("what is denied or over", () => {
  it.each([
    ["Lives in Berlin", "No longer lives in Berlin"],
    ["Lives in Berlin", "Used to live in Berlin"],
    ["Speaks French", "Doesn't speak French"],
    ["Is allergic to eggs", "Isn't allergic to eggs anymore"],
    ["Has a car", "Has no car"],
    ["Drinks coffee every morning", "Gave up drinking coffee"],
    ["The office has parking", "The office has no parking"],
    ["Mia can swim", "Mia can't swim"],
    ["用户住在北京", "用户不再住在北京"],
    ["用户对虾过敏", "用户对虾不过敏"],
    ["用户以前打网球", "用户打网球"],
    ["用户喝咖啡", "No longer drinks coffee"],
  ])("excludes what is known: %j and %j", (known, fresh) => {
    expect(relate(known, fresh)).toEqual({ kind: "contradiction", factId: "known" });
  });

  it.each([
    ["Lives in Berlin", "Doesn't live in Munich"],
    ["Doesn't live in Munich", "Lives in Berlin"],
    ["Likes tea", "Doesn't like coffee"],
    ["用户住在北京", "用户不住在南京"],
  ])("leaves another value alone: %j and %j", (known, fresh) => {
    expect(isKept(known, fresh)).toBe(true);
  });
});

describe("newer and more exact values", () => {
  it.each([
    ["Lives in Berlin", "Lives in Berlin-Mitte, moved in May"],
    ["Lives in Berlin", "Moved from Berlin to Wuppertal"],
    ["Lives in Berlin", "Used to live in Berlin, now lives in Munich"],
    ["Uses React", "Replaced React with Vue"],
    ["Works at Bosch", "Works at Bosch as head of logistics"],
    ["The deadline for project Atlas is 3 May", "Project Atlas is due on 10 May"],
    ["Takes 50 mg of sertraline", "Takes 100 mg of sertraline"],
    ["Takes 5 mg of iron", "Takes 5 g of iron"],
    ["Height is 1.8 m", "Is 182 cm tall"],
    ["用户以前住在南京，现在住在杭州", "用户现在住在宁波"],
    ["用户用React", "用户从React换成了Vue"],
    ["Has two cats", "用户有三只猫"],
    ["The user lives in China", "用户住在广州"],
  ])("take the place of what is known: %j and %j", (known, fresh) => {
    expect(relate(known, fresh)).toEqual({ kind: "update", factId: "known" });
  });

  it("do not take along what else a fact says", () => {
    expect(relate("Lives in Berlin and is allergic to nuts", "Lives in Munich").kind).toBe("unsure");
    expect(relate("Likes tea and coffee", "Doesn't like coffee").kind).toBe("unsure");
  });
});

describe("words of change", () => {
  it.each([
    ["I use Vim", "I switched to Emacs"],
    ["I switched to Emacs", "I switched back to Vim"],
    ["I use an iPhone 13", "I have switched to a Huawei phone"],
    ["I drive a Golf", "I changed to a Tesla last month"],
    ["My editor is Vim", "Switched to Emacs"],
    ["我用苹果手机", "我换成华为手机了"],
    ["我换成华为手机了", "我又换回苹果手机了"],
    ["我开大众", "我换成特斯拉了"],
    ["Uses Chrome", "我改用火狐了"],
  ])("let a tool take the place of another of its kind: %j and %j", (known, fresh) => {
    expect(relate(known, fresh)).toEqual({ kind: "update", factId: "known" });
  });

  it("do not tell which of several tools of a kind is given up", () => {
    const facts = ["Uses Vim", "Uses VS Code", "Uses Chrome"].map((content, at) => ({
      id: `f${at}`,
      content,
    }));
    expect(relateByRules("Switched to Emacs", facts)).toEqual({ kind: "unsure", factIds: ["f0", "f1"] });
    expect(relateByRules("Switched from Vim to Emacs", facts)).toEqual({ kind: "update", factId: "f0" });
    expect(relateByRules("Switched to Firefox", facts)).toEqual({ kind: "update", factId: "f2" });
  });

  it.each([
    ["My apartment is on Baker Street", "My apartment is now on Elm Road"],
    ["I live on Baker Street", "I have moved to Elm Road"],
    ["My office is on Baker Street", "My office moved to Elm Road"],
    ["Lives in York", "Has moved back to Leeds"],
    ["我家在中山路", "我家搬到解放路了"],
    ["我家在中山路", "我家现在在解放路"],
    ["我公司在中山路", "我公司搬到解放路了"],
    ["我搬到烟台了", "我又搬回青岛了"],
    ["My rent is 900 euros", "My rent went up by 100 euros to 1000 euros"],
    ["My rent is 900 euros", "My rent has gone up to 1000 euros"],
    ["My salary was raised to 5000 euros", "My salary fell to 4500 euros"],
    ["我的房租是三千元", "我的房租涨到三千五百元了"],
    ["我的工资是一万二千元", "我的工资降到一万元了"],
    ["我换工作了，现在在腾讯工作", "我现在在小米工作"],
    ["I changed jobs and now work at Bosch", "I work at Aldi now"],
    ["I moved, and I live in Bremen now", "I live in Kiel now"],
    ["我搬家了，现在住在苏州", "我现在住在无锡"],
  ])("give an attribute its newer value: %j and %j", (known, fresh) => {
    expect(relate(known, fresh)).toEqual({ kind: "update", factId: "known" });
  });

  it("of what did not last leave room for the change that does", () => {
    for (const known of [
      "Switched to Emacs once",
      "Switched to Emacs for a week",
      "Switched to Emacs but went back",
    ])
      expect(isKept(known, "Switched to Emacs"), known).toBe(true);
    expect(relate("Never switched to Emacs", "Switched to Emacs").kind).toBe("contradiction");
  });

  it("are needed where two may be true side by side", () => {
    expect(relate("My house is on Baker Street", "My house is on Elm Road").kind).toBe("unsure");
    expect(relate("我家在中山路", "我家在解放路").kind).toBe("unsure");
    expect(relate("Uses Vim", "Uses Emacs").kind).toBe("separate");
  });
});

describe("repetitions", () => {
  it.each([
    ["My daughter Mia is 7", "Has a daughter named Mia"],
    ["Lives in Berlin and works at Bosch", "Works for Bosch"],
    ["Height is 1.8 m", "Is 180 cm tall"],
    ["Birthday is 14 March 1988", "Was born on March 14"],
    ["Lives in Munich", "Lives in Germany"],
    ["Visited Japan in 2019", "The user visited Japan in 2019."],
    ["Likes green tea", "用户喜欢绿茶！"],
    ["用户有两只狗", "Has 2 dogs"],
    ["女儿Mia今年七岁", "My daughter Mia is seven"],
    ["Runs about 40 km a week", "Runs roughly 40 kilometres each week"],
    ["My salary is 4,000 euros", "我的工资是四千欧元"],
    ["我的房租是三千五百元", "我的房租是3500块"],
    ["我的房租是1.2万元", "我的房租是一万二千元"],
    ["回答的时候别啰嗦，说重点就行", "Prefers short answers"],
    ["Has two kids", "The user has 2 children"],
  ])("are known in other words, units and languages: %j and %j", (known, fresh) => {
    expect(relate(known, fresh)).toEqual({ kind: "duplicate", factId: "known" });
  });
});

describe("several known facts", () => {
  const facts = [
    "Likes hiking in the Alps",
    "Lives in Berlin",
    "Reads about the Alps",
    "Is allergic to nuts",
  ].map((content, at) => ({ id: `f${at}`, content }));

  it("are each looked at, and the one that is meant is named", () => {
    expect(relateByRules("Lives in Rome", facts)).toEqual({ kind: "update", factId: "f1" });
  });

  it("that cannot be told apart are named, nearest first, and others are not", () => {
    expect(relateByRules("Likes sledging in the Alps", facts)).toEqual({ kind: "unsure", factIds: ["f0"] });
    expect(relateByRules("Dreams of hiking in the Alps", facts)).toEqual({
      kind: "unsure",
      factIds: ["f0", "f2"],
    });
  });

  it("that are none leave a fact separate, and so does nothing to say", () => {
    expect(relateByRules("Likes tea", [])).toEqual({ kind: "separate" });
    expect(relateByRules("…", facts)).toEqual({ kind: "separate" });
  });

  it("that are long are told apart by their ends too", () => {
    const long = `Keeps a diary: ${"woke early, walked the dog, wrote a page; ".repeat(8)}`;
    expect(relate(`${long}slept at ten`, `${long}slept at noon`).kind).toBe("unsure");
    expect(relate(`Lives in Berlin. ${long}`, "Lives in Rome").kind).toBe("unsure");
  });

  it("do not keep hostile text busy", () => {
    const texts = [
      "a ".repeat(2_000),
      "and ".repeat(1_000),
      ", is a".repeat(1_000),
      "不".repeat(3_000),
      "对".repeat(3_000),
      "likes a and likes b, ".repeat(200),
      "(((".repeat(1_000),
      "每天早上".repeat(50),
      "刚满".repeat(100),
      "please ".repeat(30),
      "from now on ".repeat(20),
      "deadline for ".repeat(18),
      "、".repeat(200),
    ];
    const known = texts.map((content, at) => ({ id: String(at), content }));
    expect(texts.map((text) => relateByRules(text, known).kind)).toEqual(texts.map(() => "duplicate"));
  });
});
