import type { PatternGroup, PatternRow } from "./pattern-row";
import type { AttributeKind } from "./statement";

/** Attribute, side, value, and the words for it in English and Chinese. Values on different sides cannot both hold; on one side the newer replaces. "no" denies the value. */
const rows: readonly (readonly [
  attribute: string,
  side: string,
  value: string,
  english: string,
  chinese: string,
])[] = [
  [
    "diet",
    "plants",
    "vegan",
    "(?:eats? |follows? |on )?(?:a )?vegan(?: diet)?",
    "(?:是)?(?:一?[个名]?)?(?:纯素食者|严格素食者|纯素主义者)|吃纯素|吃全素",
  ],
  [
    "diet",
    "plants",
    "vegetarian",
    "(?:eats? |follows? |on )?(?:a )?vegetarian(?: diet| food)?",
    "(?:是)?(?:一?[个名]?)?(?:素食者|素食主义者)|吃素|吃斋",
  ],
  ["diet", "plants", "pescatarian", "(?:a )?pescatarian", "(?:是)?鱼素者"],
  [
    "diet",
    "meat",
    "meat",
    "(?:eats?|eating) (?:cheese and |fish and )?meat|a meat[- ]eater",
    "吃肉|吃荤|开荤",
  ],
  ["smoking", "", "smokes", "smokes?|smoking|a smoker", "抽烟|吸烟"],
  ["smoking", "no", "smokes", "(?:a )?non-?smoker|gave up (?:smoking|cigarettes)", "戒烟|戒了烟"],
  ["alcohol", "", "drinks alcohol", "drinks? (?:any )?alcohol|drinking alcohol", "喝酒|饮酒"],
  ["alcohol", "no", "drinks alcohol", "(?:a )?teetotal(?:ler|er)?|gave up alcohol", "戒酒|戒了酒|滴酒不沾"],
  [
    "theme",
    "dark",
    "dark",
    "(?:prefers?|likes?|uses?|wants?)(?: the| a)? dark(?:er)? (?:mode|theme|themes)|dark (?:mode|theme) (?:preferred|on)",
    "(?:更?喜欢|偏好|偏爱|使用|用|习惯用?)(?:深色|暗色|黑暗|夜间)(?:模式|主题)",
  ],
  [
    "theme",
    "light",
    "light",
    "(?:prefers?|likes?|uses?|wants?)(?: the| a)? light(?:er)? (?:mode|theme|themes)",
    "(?:更?喜欢|偏好|偏爱|使用|用|习惯用?)(?:浅色|亮色|白天|日间)(?:模式|主题)",
  ],
  [
    "units",
    "metric",
    "metric",
    "(?:prefers?|uses?|wants?)(?: the)? metric(?: units| system)?",
    "(?:喜欢|偏好|使用|用|习惯用?)公制(?:单位)?",
  ],
  [
    "units",
    "imperial",
    "imperial",
    "(?:prefers?|uses?|wants?)(?: the)? imperial(?: units| system)?",
    "(?:喜欢|偏好|使用|用|习惯用?)英制(?:单位)?",
  ],
  [
    "temperatures",
    "celsius",
    "celsius",
    "(?:prefers?|uses?|wants?)(?: degrees)? celsius",
    "(?:喜欢|偏好|使用|用|习惯用?)摄氏度?",
  ],
  [
    "temperatures",
    "fahrenheit",
    "fahrenheit",
    "(?:prefers?|uses?|wants?)(?: degrees)? fahrenheit",
    "(?:喜欢|偏好|使用|用|习惯用?)华氏度?",
  ],
  [
    "clock",
    "24",
    "24 hours",
    "(?:prefers?|uses?|wants?)(?: the)? 24[- ]hour (?:clock|time|format)",
    "(?:喜欢|偏好|使用|用|习惯用?)(?:24|二十四)小时制",
  ],
  [
    "clock",
    "12",
    "12 hours",
    "(?:prefers?|uses?|wants?)(?: the)? 12[- ]hour (?:clock|time|format)",
    "(?:喜欢|偏好|使用|用|习惯用?)(?:12|十二)小时制",
  ],
  [
    "rhythm",
    "morning",
    "morning",
    "(?:a |an )?(?:morning person|early bird|early riser)",
    "(?:是)?(?:一?[个名]?)?(?:早起的人|晨型人|早鸟|早睡早起)",
  ],
  [
    "rhythm",
    "night",
    "night",
    "(?:a |an )?(?:night owl|evening person|night person)",
    "(?:是)?(?:一?[个名]?)?(?:夜猫子|熬夜的人|夜型人)",
  ],
  [
    "work place",
    "home",
    "remote",
    "works? (?:fully |mostly )?(?:remotely|from home)|a remote worker",
    "(?:在家|远程)(?:办公|工作)|居家办公",
  ],
  [
    "work place",
    "office",
    "office",
    "works? (?:fully |mostly )?(?:in the office|on[- ]site)",
    "(?:在公司|现场|坐班|到岗)(?:办公|上班)",
  ],
  ["hand", "left", "left", "left-?handed|left-hander", "(?:是)?(?:左撇子|惯用左手|左利手)"],
  ["hand", "right", "right", "right-?handed|right-hander", "(?:是)?(?:右撇子|惯用右手|右利手)"],
  ["temper", "inward", "introvert", "(?:an )?introvert(?:ed)?", "(?:是)?(?:性格)?内向(?:的人)?"],
  ["temper", "outward", "extrovert", "(?:an )?extrovert(?:ed)?", "(?:是)?(?:性格)?外向(?:的人)?"],
  ["employment", "rest", "retired", "retired", "退休"],
  ["employment", "rest", "unemployed", "unemployed|out of work", "失业|待业"],
  ["employment", "work", "full-time", "works? full[- ]time", "全职(?:工作|上班)"],
  ["employment", "work", "part-time", "works? part[- ]time", "兼职(?:工作|上班)"],
  ["status", "", "single", "single|unmarried", "单身|未婚"],
  ["status", "", "married", "(?:got |is |newly )?married|got hitched", "结婚|已婚|结了婚"],
  ["status", "", "engaged", "(?:got )?engaged", "订婚|订了婚"],
  ["status", "", "divorced", "(?:got )?divorced", "离婚|离异|离了婚"],
  ["status", "", "widowed", "(?:a )?widow(?:ed|er)?", "丧偶"],
];

/** What may follow a state and leave it one: "single malt" and "engaged in politics" are none. */
const englishMore =
  "(?: (?:now|again|currently|recently|from now on|since|to \\p{Lu}|with \\d|for \\d|for \\w+ reasons|at the moment|these days|every|in the|in \\d|on|last|after all|because|when|at|but|,).*|,.*)?";
const chineseMore = "[了的]?(?:人士|状态|者|人)?(?:,.*)?";
const fixed = new Set(["hand"]);

function toRows(column: 3 | 4, toPattern: (words: string) => RegExp): PatternRow[] {
  return rows.map((columns) => {
    const [attribute, side, value] = columns;
    const kind: AttributeKind = fixed.has(attribute) ? "fixed" : "single";
    return { attribute, kind, shape: "given", value, ...toSide(side), pattern: toPattern(columns[column]) };
  });
}

function toSide(side: string): Pick<PatternRow, "side" | "isDenial"> {
  if (side === "no") return { isDenial: true };
  return side === "" ? {} : { side };
}

/** States that have a word of their own. */
export const englishStates: PatternGroup = {
  words: toUnion(3),
  rows: toRows(
    3,
    (words) => new RegExp(`(?<![\\p{L}\\d-])(?:${words})(?![\\p{L}\\d-])(?<more>${englishMore})$`, "iu"),
  ),
};
export const chineseStates: PatternGroup = {
  words: toUnion(4),
  rows: toRows(4, (words) => new RegExp(`(?:${words})(?<more>${chineseMore})$`, "iu")),
};

function toUnion(column: 3 | 4): RegExp {
  return new RegExp(rows.map((columns) => columns[column]).join("|"), "iu");
}
