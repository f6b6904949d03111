/** A small table of timeless general knowledge: what the guide may answer from when the style lets it. */
export type KnownAnswer = {
  asked: RegExp;
  kind: "definition" | "fact" | "how_to" | "opinion";
  /** Taught in the first years of school. */
  isElementary?: boolean;
  english: string;
  chinese: string;
};

const definitions: KnownAnswer[] = [
  {
    kind: "definition",
    asked: /\batoms?\b(?!ic)|原子(?![弹能])/iu,
    english:
      "An atom is the smallest piece of a chemical element: a nucleus of protons and neutrons with electrons around it.",
    chinese: "原子是化学元素的最小单位，由质子和中子组成的原子核与核外电子构成。",
  },
  {
    kind: "definition",
    asked: /\bdemocracy\b|民主(?!党)/iu,
    english: "Democracy is government by the people, as a rule through elected representatives.",
    chinese: "民主是由人民治理的制度，通常通过选举产生代表。",
  },
  {
    kind: "definition",
    asked: /\balgorithms?\b|算法/iu,
    english: "An algorithm is a finite list of exact steps that solves a kind of problem.",
    chinese: "算法是解决一类问题的有限且明确的步骤。",
  },
  {
    kind: "definition",
    isElementary: true,
    asked: /\btriangles?\b|三角形/iu,
    english:
      "A triangle is a figure with three straight sides and three angles, which add up to 180 degrees.",
    chinese: "三角形是由三条边和三个角组成的图形，内角和为180度。",
  },
  {
    kind: "definition",
    asked: /\bgravity\b|重力|引力(?!波)/iu,
    english: "Gravity is the attraction between things that have mass; on Earth it makes things fall.",
    chinese: "引力是有质量的物体之间的吸引；在地球上，它使物体下落。",
  },
  {
    kind: "definition",
    asked: /\binflation\b|通货膨胀|通胀/iu,
    english: "Inflation is a general rise in prices, so that money buys less over time.",
    chinese: "通货膨胀是物价普遍上涨，货币的购买力随之下降。",
  },
  {
    kind: "definition",
    asked: /\bmetaphors?\b|比喻|隐喻/iu,
    english: "A metaphor describes one thing by the name of another that it resembles.",
    chinese: "比喻是用相似的另一事物来描写某一事物的修辞手法。",
  },
  {
    kind: "definition",
    isElementary: true,
    asked: /\bprime numbers?\b|质数|素数/iu,
    english: "A prime number is a whole number above 1 that only 1 and itself divide.",
    chinese: "质数是大于1、只能被1和它自身整除的整数。",
  },
  {
    kind: "definition",
    asked: /\bdna\b|脱氧核糖核酸/iu,
    english:
      "DNA is the long double-stranded molecule that carries the genetic instructions of living things.",
    chinese: "DNA是携带生物遗传信息的双链长分子。",
  },
  {
    kind: "definition",
    asked: /\bopen[- ]source\b|开源/iu,
    english: "Open-source software is software whose source may be read, changed and passed on by anyone.",
    chinese: "开源软件是任何人都可以阅读、修改和分发源代码的软件。",
  },
];

const facts: KnownAnswer[] = [
  {
    kind: "fact",
    isElementary: true,
    asked: /days?\b.*\b(?:in a )?leap year|闰年.*(?:多少|几)天/iu,
    english: "A leap year has 366 days.",
    chinese: "闰年有366天。",
  },
  {
    kind: "fact",
    asked: /capital (?:city )?of france|法国的?首都/iu,
    english: "The capital of France is Paris.",
    chinese: "法国的首都是巴黎。",
  },
  {
    kind: "fact",
    asked: /capital (?:city )?of japan|日本的?首都/iu,
    english: "The capital of Japan is Tokyo.",
    chinese: "日本的首都是东京。",
  },
  {
    kind: "fact",
    isElementary: true,
    asked: /colou?rs?\b.*\brainbow|彩虹.*颜色/iu,
    english: "The colours of the rainbow are red, orange, yellow, green, blue, indigo and violet.",
    chinese: "彩虹的颜色是红、橙、黄、绿、蓝、靛、紫。",
  },
  {
    kind: "fact",
    asked: /(?:wrote|author of) romeo and juliet|罗密欧与朱丽叶.*(?:谁|作者)|谁写.*罗密欧/iu,
    english: "William Shakespeare wrote Romeo and Juliet.",
    chinese: "《罗密欧与朱丽叶》的作者是威廉·莎士比亚。",
  },
  {
    kind: "fact",
    asked: /water boils?\b|boiling point of water|水的沸点|水.*(?:多少度|几度).*沸/iu,
    english: "Water boils at 100 °C at sea level, and at less on a mountain.",
    chinese: "在海平面，水的沸点是100°C，海拔越高沸点越低。",
  },
];

const howTo: KnownAnswer[] = [
  {
    kind: "how_to",
    asked: /\bboil\b.*\beggs?\b|煮(?:鸡)?蛋/iu,
    english:
      "Put the egg into boiling water: about 6 minutes for a soft yolk, 10 for a hard one; then cool it in cold water.",
    chinese: "把鸡蛋放入沸水：约6分钟溏心，10分钟全熟，然后用冷水冷却。",
  },
  {
    kind: "how_to",
    asked: /\bsleep better\b|\bfall asleep\b|睡得更好|入睡|改善睡眠/iu,
    english: "Keep regular hours, a dark and cool room, and leave coffee and screens aside in the evening.",
    chinese: "作息规律，房间黑暗凉爽，晚上不喝咖啡、少看屏幕。",
  },
  {
    kind: "how_to",
    asked: /\blearn (?:a (?:new )?|another )(?:foreign )?language\b|学(?:好|习)?(?:一门)?外语/iu,
    english: "Practise a little every day, repeat words at growing intervals, and speak early with others.",
    chinese: "每天练习一点，按间隔复习单词，尽早开口与人交流。",
  },
  {
    kind: "how_to",
    asked: /\bbrew\b.*\btea\b|泡(?:绿|红)?茶/iu,
    english:
      "Use water of about 80 °C for green tea and boiling water for black tea, and let it draw for two to four minutes.",
    chinese: "绿茶用80°C左右的水，红茶用沸水，浸泡两到四分钟。",
  },
  {
    kind: "how_to",
    asked: /\bstart (?:running|jogging)\b|开始跑步|练习跑步/iu,
    english:
      "Begin with short runs and walking breaks three times a week, and add no more than a tenth each week.",
    chinese: "每周三次，跑走结合，每周增量不超过十分之一。",
  },
  {
    kind: "how_to",
    asked: /\bwrite a (?:good )?(?:cv|resume|résumé)\b|写(?:好)?(?:一份)?简历/iu,
    english:
      "Keep it to one or two pages, newest work first, with results in numbers, and fit it to the post.",
    chinese: "控制在一两页，最近的经历在前，用数字说明成果，并针对职位调整。",
  },
  {
    kind: "how_to",
    asked: /\b(?:remove|get rid of)\b.*\b(?:coffee|wine) stains?\b|去除?.*(?:咖啡|红酒)渍/iu,
    english: "Dab it with cold water at once, then with a little washing-up liquid, and rinse.",
    chinese: "立即用冷水轻拍，再用少量洗洁精处理并冲洗。",
  },
];

const opinions: KnownAnswer[] = [
  {
    kind: "opinion",
    asked: /\btea or coffee\b|\bcoffee or tea\b|茶(?:和|还是|与)咖啡|咖啡(?:和|还是|与)茶/iu,
    english: "That is a matter of taste; tea as a rule holds less caffeine than coffee.",
    chinese: "这取决于口味；一般来说，茶的咖啡因比咖啡少。",
  },
  {
    kind: "opinion",
    asked:
      /\b(?:cats? or dogs?|dogs? or cats?)\b|养?猫(?:和|还是|与)(?:养)?狗|养?狗(?:和|还是|与)(?:养)?猫/iu,
    english: "That depends on your days: dogs need walks and company, cats get on more easily by themselves.",
    chinese: "看你的生活：狗需要遛和陪伴，猫更能独处。",
  },
  {
    kind: "opinion",
    asked: /\bpython or javascript\b|\bjavascript or python\b|python(?:和|还是|与) ?javascript/iu,
    english:
      "Both are good first languages: Python for data and teaching, JavaScript for what runs in a browser.",
    chinese: "两者都适合入门：Python适合数据和教学，JavaScript适合浏览器里的程序。",
  },
  {
    kind: "opinion",
    asked: /\b(?:work|working) from home\b|在家(?:办公|工作)|远程办公/iu,
    english:
      "It saves the way to work and gives quiet, at the price of company; many do best with some days of each.",
    chinese: "在家工作省去通勤、更安静，但少了同事间的交流；很多人适合两者结合。",
  },
];

export const knownAnswers: readonly KnownAnswer[] = [...definitions, ...facts, ...howTo, ...opinions];
