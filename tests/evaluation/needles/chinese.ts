import { laterChinese } from "./chinese-later";
import { chineseNeedles } from "./chinese-needles";
import type { LanguageTemplates, Words } from "./needle";

const words: Words = {
  people:
    "张伟 李娜 王芳 刘洋 陈静 赵磊 周敏 吴昊 郑洁 孙丽 马超 朱琳 胡军 林涛 何雪 高翔 罗兰 梁宇 宋佳 唐勇".split(
      " ",
    ),
  places: "杭州 成都 厦门 青岛 西安 昆明 苏州 大连 桂林 敦煌 洛阳 绍兴 珠海 丽江 泉州 烟台".split(" "),
  things: "储物柜 自行车 车库 行李箱 路由器 打印机 钢琴 温室 帆船 房车 望远镜 冰柜 投影仪".split(" "),
  streets: "解放路 中山路 学院路 滨江路 和平街 文昌巷 桃园路 长宁街".split(" "),
  makeDate: (random) => `${random.whole(2027, 2031)}年${random.whole(1, 12)}月${random.whole(1, 28)}日`,
};

export const chinese: LanguageTemplates = {
  words,
  needles: { ...chineseNeedles, later: laterChinese },
  joiner: "",
  exchanges: [
    (r, w) => ({
      question: `帮我规划一下去${r.pick(w.places)}的周末，我们有${r.whole(2, 6)}个人，喜欢走路。`,
      result: null,
      answer: `去${r.pick(w.places)}的话，可以先从老街开始，再沿着水边慢慢走。`,
    }),
    (r, w) => ({
      question: `谢谢，很有用。天冷的时候给${r.pick(w.people)}和${r.pick(w.people)}做什么菜好？`,
      result: null,
      answer: `炖一锅豆子大约要${r.whole(40, 90)}分钟，只用一口锅就够了。`,
    }),
    (r, w) => ({
      question: `把这句话改短一点：${r.pick(w.things)}送晚了，也没有人打电话告诉我们。`,
      result: null,
      answer: `可以写成“${r.pick(w.things)}送晚了，没人通知”，意思还在。`,
    }),
    (r) => ({
      question: `${r.whole(11, 99)}乘以${r.whole(11, 99)}是多少？不用计算器怎么验算？`,
      result: null,
      answer: "先算十位，再加上剩下的部分；用弃九法一眼就能看出有没有算错。",
    }),
    (r, w) => ({
      question: `我表弟${r.pick(w.people)}说去${r.pick(w.places)}的火车很慢，坐大巴会不会好一点？`,
      result: null,
      answer: `大巴要${r.whole(2, 9)}个小时左右，中间停两次；冬天还是火车稳。`,
    }),
    (r, w) => ({
      question: `查一下${r.pick(w.places)}博物馆的开放时间吧。`,
      result: `Found 1 result for "博物馆 开放时间" with Wikipedia.\n[1] 市博物馆\nhttps://example.org/bwg-${r.whole(1, 999)}\nexample.org\n博物馆平日${r.whole(8, 11)}:30开门，${r.whole(16, 20)}:00关门。`,
      answer: "一般上午开门，傍晚之前关门[1]。",
    }),
    (r, w) => ({
      question: `怎么跟${r.pick(w.people)}解释${r.pick(w.things)}为什么会响？`,
      result: null,
      answer: `就说有东西松了在震，先把那${r.whole(2, 8)}颗螺丝拧紧试试。`,
    }),
    (r, w) => ({
      question: `我和${r.pick(w.people)}聊了搬到${r.pick(w.places)}的事，最先要考虑什么呢？`,
      result: null,
      answer: `先想工作、房租和朋友，列${r.whole(3, 7)}条就够开头了。`,
    }),
    (r, w) => ({
      question: `好的。在${r.pick(w.places)}的阳台上种什么能活？`,
      result: null,
      answer: `百里香、景天和大多数草都行，夏天每${r.whole(3, 9)}天浇一次水。`,
    }),
    (r, w) => ({
      question: `昨天在${r.pick(w.places)}吃午饭花了${r.whole(30, 300)}块，算贵吗？`,
      result: null,
      answer: "在市中心带饮料的话，这个价格还算正常。",
    }),
  ],
  sentences: [
    (r, w) => `${r.pick(w.places)}的人常常讲同一个故事，只是结局不一样。`,
    (r) => `至少等${r.whole(2, 40)}分钟再看结果。`,
    () => "试过什么最好记下来，因为第二次往往和第一次不同。",
    (r, w) => `${r.pick(w.people)}大概会说，简单的办法在这里就够了。`,
    () => "要是下雨，同样的安排稍微改一改也能在室内进行。",
    (r) => `有个说法是${r.whole(2, 9)}分耐心配一分技巧。`,
    () => "收据要留着，趁还看得清的时候拍张照。",
    (r, w) => `${w.makeDate(r).replace(/^20/, "19")}前后价格变过一次，决定之前再看一眼。`,
    () => "从最让人担心的那一部分开始，后面的都会容易一些。",
    (r, w) => `${r.pick(w.places)}的办事处工作日${r.whole(8, 10)}点到${r.whole(14, 18)}点有人接电话。`,
    () => "多问一遍没有坏处，只要认真听回答。",
    (r) => `多数指南给的范围是${r.whole(10, 40)}到${r.whole(50, 90)}，实际更接近低的那一头。`,
  ],
};
