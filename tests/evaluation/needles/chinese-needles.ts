import type { LanguageTemplates, Needle, NeedleTemplate, Words } from "./needle";
import type { Random } from "./random";

export function told(
  kind: Needle["kind"],
  make: (random: Random, words: Words) => { statement: string; asked: string; detail: string },
): NeedleTemplate {
  return {
    kind,
    make(random, words) {
      const { statement, asked, detail } = make(random, words);
      return { exchange: { question: statement }, asked, detail };
    },
  };
}

export function makePage(random: Random, place: string, fact: string): string {
  const body = `码头扩建过两次。冬天来的船不多。${fact}旁边有一家小茶馆。路灯都换过了。`;
  return `<page number="${random.whole(1, 9)}" result="r_${random.whole(10_000_000, 99_999_999)}" url="https://example.org/${encodeURIComponent(place)}" title="${place}港" site="example.org">\n${body}\n</page>`;
}

export const chineseNeedles: Omit<LanguageTemplates["needles"], "later"> = {
  developed: [
    told("number", (r, w) => {
      const [owner, thing, code] = [r.pick(w.people), r.pick(w.things), String(r.whole(100_000, 999_999))];
      return {
        statement: `顺便说一下，${owner}的${thing}密码是${code}。`,
        asked: `${owner}的${thing}密码是多少？`,
        detail: code,
      };
    }),
    told("name", (r, w) => {
      const [place, name] = [
        r.pick(w.places),
        `${r.pick(["欧阳", "上官", "司徒", "诸葛", "东方"])}${r.pick(["若", "思", "明", "承", "婉"])}${r.pick(["溪", "远", "澈", "然", "清"])}`,
      ];
      return {
        statement: `我在${place}的牙医叫${name}，人很好。`,
        asked: `我在${place}的牙医叫什么名字？`,
        detail: name,
      };
    }),
    told("date", (r, w) => {
      const [person, date] = [r.pick(w.people), w.makeDate(r)];
      return {
        statement: `我们${date}在院子里给${person}办退休聚会。`,
        asked: `什么时候给${person}办退休聚会？`,
        detail: date,
      };
    }),
    told("address", (r, w) => {
      const [person, place, street] = [
        r.pick(w.people),
        r.pick(w.places),
        `${r.pick(w.streets)}${r.whole(100, 999)}号`,
      ];
      return {
        statement: `我要把给${person}的包裹寄到${place}${street}。`,
        asked: `给${person}的包裹要寄到哪里？`,
        detail: street,
      };
    }),
    told("decision", (r, w) => {
      const [thing, maker] = [
        r.pick(w.things),
        `${r.pick(["北光", "云雀", "长风", "青鸾"])}${r.whole(100, 999)}型`,
      ];
      return {
        statement: `我们决定买${maker}的${thing}。`,
        asked: `我们决定买哪一款${thing}？`,
        detail: maker,
      };
    }),
    told("instruction", (r, w) => {
      const word = `${r.pick(["以后每次回答都用", "今后回答的结尾都加上", "以后回答请先说"])}${r.pick(["金盏花", "罗望子", "长春花", "矶鹬"])}${r.whole(10, 99)}`;
      return {
        statement: `${word}。替我问${r.pick(w.people)}好。`,
        asked: "回答的时候开头或结尾要说什么？",
        detail: word,
      };
    }),
    {
      kind: "answer detail",
      make(r, w) {
        const place = r.pick(w.places);
        const detail = `${r.whole(5, 23)}:${r.whole(10, 59)}从${r.whole(11, 48)}站台`;
        return {
          exchange: {
            question: `去${place}的末班夜车几点开？`,
            answer: `去${place}的末班夜车${detail}发车。`,
          },
          asked: `去${place}的末班夜车几点从哪个站台开？`,
          detail,
        };
      },
    },
    {
      kind: "result detail",
      make(r, w) {
        const [place, fee] = [r.pick(w.places), `${r.whole(100, 999)}克朗`];
        return {
          exchange: {
            question: `读一下介绍${place}港口的网页。`,
            result: makePage(r, place, `${place}港一艘游艇停一晚要${fee}。`),
            answer: `${place}港口的网页我读完了，想知道什么可以问我。`,
          },
          asked: `按那个网页，${place}港一艘游艇停一晚多少钱？`,
          detail: fee,
        };
      },
    },
  ],
  unseen: [
    told("number", (r, w) => {
      const [place, number] = [r.pick(w.places), `${r.whole(1_000, 9_999)}-${r.whole(100, 999)}`];
      return {
        statement: `${place}那家酒店的预订号我记了，${number}`,
        asked: `${place}那家酒店的预订号是什么？`,
        detail: number,
      };
    }),
    told("name", (r, w) => {
      const [person, pet] = [
        r.pick(w.people),
        `${r.pick(["团", "豆", "糯", "旺"])}${r.pick(["福", "财", "来", "宝"])}${r.pick(["仔", "妞", "儿"])}`,
      ];
      return {
        statement: `你猜怎么着，${person}养了只小狗，取名${pet}！`,
        asked: `${person}的小狗取了什么名字？`,
        detail: pet,
      };
    }),
    told("date", (r, w) => {
      const [place, date] = [r.pick(w.places), w.makeDate(r)];
      return {
        statement: `我们在${place}的租约到${date}为止，得提前找房`,
        asked: `我们在${place}的租约到什么时候？`,
        detail: date,
      };
    }),
    told("address", (r, w) => {
      const [thing, mail] = [r.pick(w.things), `shop${r.whole(1_000, 9_999)}@example.net`];
      return {
        statement: `想买${thing}的人就写信到${mail}`,
        asked: `想买${thing}的人写信到哪里？`,
        detail: mail,
      };
    }),
    told("decision", (r, w) => {
      const [place, house] = [
        r.pick(w.places),
        `${r.pick(["松涛", "白鹭", "灯笼", "听雨"])}${r.whole(10, 99)}号楼`,
      ];
      return {
        statement: `行，${place}的会就订${house}吧。`,
        asked: `${place}的会订在哪栋楼？`,
        detail: house,
      };
    }),
    told("instruction", (r) => {
      const word = `${r.pick(["凡是说到温度，都要附上", "没有特别说明就一律写上", "别忘了每条回复都带上"])}${r.pick(["列氏度", "脚注", "风向", "潮汐"])}${r.whole(10, 99)}`;
      return { statement: `还有一点：${word}。`, asked: "回复里或者说到温度时要带上什么？", detail: word };
    }),
    {
      kind: "answer detail",
      make(r, w) {
        const [thing, amount] = [r.pick(w.things), `${r.whole(101, 999)}克`];
        return {
          exchange: {
            question: `${thing}的备件有多重？`,
            answer: `厂家给出的${thing}备件重量是${amount}，不含螺丝。`,
          },
          asked: `你说的${thing}备件重量是多少？`,
          detail: amount,
        };
      },
    },
    {
      kind: "result detail",
      make(r, w) {
        const [place, person] = [
          r.pick(w.places),
          `${r.pick(["慕容", "尉迟", "皇甫"])}${r.pick(["松", "砚", "岚"])}${r.pick(["年", "秋", "亭"])}`,
        ];
        return {
          exchange: {
            question: `看看${place}附近那座灯塔的资料。`,
            result: makePage(r, place, `${place}附近的灯塔由${person}设计，一年后点亮。`),
            answer: `${place}附近灯塔的资料讲了图纸、工匠和灯。`,
          },
          asked: `${place}附近的灯塔是谁设计的？`,
          detail: person,
        };
      },
    },
  ],
};
