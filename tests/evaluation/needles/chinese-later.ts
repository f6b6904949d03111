import { makePage, told } from "./chinese-needles";
import type { NeedleTemplate } from "./needle";

export const laterChinese: readonly NeedleTemplate[] = [
  told("number", (r, w) => {
    const [thing, weight] = [r.pick(w.things), `${r.whole(1_000, 9_999)}公斤`];
    return {
      statement: `${thing}我称过了，连里面的东西一共${weight}`,
      asked: `${thing}有多重？`,
      detail: weight,
    };
  }),
  told("name", (r, w) => {
    const [place, name] = [
      r.pick(w.places),
      `${r.pick(["司马", "令狐", "端木", "百里", "宇文"])}${r.pick(["朗", "霁", "舟", "微", "岳"])}${r.pick(["之", "亭", "庭", "羽", "川"])}`,
    ];
    return {
      statement: `在${place}给我们修水管的师傅叫${name}，你记一下`,
      asked: `我们在${place}找谁修的水管？`,
      detail: name,
    };
  }),
  told("date", (r, w) => {
    const [place, date] = [r.pick(w.places), w.makeDate(r)];
    return {
      statement: `${place}的考试又改期了，改到${date}。`,
      asked: `${place}的考试现在是哪天？`,
      detail: date,
    };
  }),
  told("address", (r, w) => {
    const [person, house] = [r.pick(w.people), `${r.pick(w.streets)}${r.whole(100, 999)}号`];
    return {
      statement: `给${person}留的钥匙放在${house}二楼。`,
      asked: `${person}的钥匙放在哪儿？`,
      detail: house,
    };
  }),
  told("decision", (r, w) => {
    const [thing, firm] = [
      r.pick(w.things),
      `${r.pick(["青石", "竹影", "海月", "沉香"])}工坊${r.whole(100, 999)}`,
    ];
    return {
      statement: `那就说定了，${thing}交给${firm}来做。`,
      asked: `${thing}最后说定给谁做？`,
      detail: firm,
    };
  }),
  told("instruction", (r) => {
    const word = `${r.pick(["从现在起落款都写", "以后请别再用这个词：", "表格一律标上"])}${r.pick(["鹈鹕", "杜松", "玄武岩", "羽扇豆"])}${r.whole(10, 99)}`;
    return { statement: `还有，${word}。`, asked: "落款写什么，表格标什么，哪个词别再用？", detail: word };
  }),
  {
    kind: "answer detail",
    make(r, w) {
      const [place, fare] = [r.pick(w.places), `${r.whole(101, 999)}第纳尔`];
      return {
        exchange: {
          question: `去${place}的渡轮能开车上去吗？`,
          answer: `可以，去${place}的渡轮夏天一辆车收${fare}。`,
        },
        asked: `去${place}的渡轮带车要多少钱？`,
        detail: fare,
      };
    },
  },
  {
    kind: "result detail",
    make(r, w) {
      const [place, length] = [r.pick(w.places), `${r.whole(101, 999)}步`];
      return {
        exchange: {
          question: `帮我查查${place}那座桥。`,
          result: makePage(r, place, `${place}的那座桥从这岸到那岸有${length}。`),
          answer: `${place}那座桥的资料我看过了，想知道什么就问。`,
        },
        asked: `${place}那座桥有多长？`,
        detail: length,
      };
    },
  },
];
