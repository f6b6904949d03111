import type { AttributeKind } from "./statement";
import type { PatternGroup, PatternRow, ValueShape } from "./pattern-row";

type Noun = { attribute: string; kind: AttributeKind; shape: ValueShape; words: string };
const toNoun = (kind: AttributeKind, shape: ValueShape, attribute: string, words: string): Noun => ({
  attribute,
  kind,
  shape,
  words,
});
const nouns: readonly Noun[] = [
  toNoun("single", "deadline", "deadline", "截止日期|截止时间|交稿日期|截止日"),
  toNoun("single", "amount", "budget", "预算"),
  toNoun("single", "amount", "email", "邮箱|电子邮箱|邮箱地址"),
  toNoun("single", "amount", "phone number", "电话|手机号|电话号码"),
  toNoun("single", "amount", "shoe size", "鞋码"),
  toNoun("single", "amount", "salary", "工资|薪水|月薪"),
  toNoun("single", "amount", "rent", "房租"),
  toNoun("single", "name", "boss", "新?(?:主管|上司|经理|领导)"),
  toNoun("loose", "phrase", "nickname", "昵称|小名"),
  toNoun("loose", "phrase", "address", "地址|住址"),
  toNoun("loose", "phrase", "time zone", "时区"),
  toNoun("loose", "phrase", "university", "大学|母校"),
  toNoun("loose", "phrase", "major", "专业"),
  toNoun("single", "name", "editor", "(?:用的|常用的)?编辑器"),
  toNoun("single", "name", "system", "(?:用的|常用的)?操作系统"),
  toNoun("fixed", "deadline", "anniversary", "结婚纪念日"),
  toNoun("fixed", "phrase", "blood type", "血型"),
  toNoun("fixed", "phrase", "star sign", "星座"),
  toNoun("fixed", "phrase", "native language", "母语"),
];
const is =
  "(?:现在)?(?:上?涨到了?|升到了?|提高到了?|增加到了?|降到了?|降为|减到了?|调到了?|调整为|改为了?|改到了?|改成了?|推迟到了?|延期到了?|提前到了?|变成了?|换成了?|定在|是|为|:)(?:现在)?";
const value = "(?<value>.+?)了?";

function row(
  attribute: string,
  kind: AttributeKind,
  shape: ValueShape,
  source: string,
  flags: Pick<PatternRow, "isDenial" | "isChange" | "isGain"> = {},
): PatternRow {
  return { attribute, kind, shape, pattern: new RegExp(`(?:${source})$`, "iu"), ...flags };
}

const nounPatterns = nouns.flatMap(({ attribute, kind, shape, words }) => [
  row(attribute, kind, shape, `(?:${words})(?:每个?月|每年|一个?月)?${is}(?:每个?月|每年|一个?月)?${value}`),
  ...(shape === "amount"
    ? [row(attribute, kind, shape, `(?:${words})(?:每个?月|每年|一个?月)?(?<value>\\d.*?)`)]
    : []),
]);

const verbPatterns: readonly PatternRow[] = [
  row("favourite", "single", "phrase", `最(?:喜欢|喜爱|爱)的(?<topic>[^是,]+?)${is}${value}`),
  row(
    "deadline",
    "single",
    "deadline",
    "(?<value>(?:\\d{4}年)?\\d{1,2}月\\d{1,2}[日号]?)(?:截止|到期|之?前?交|前完成)",
  ),
  row("date", "single", "deadline", `(?<=婚礼|毕业典礼|搬家|发布会)(?:的?日期)?${is}(?:在)?${value}`),
  row(
    "home",
    "single",
    "knownPlace",
    `(?:从(?<from>.+?))?(?:搬家?到了?|搬[去回]了?|迁[居到去回]了?)${value}`,
  ),
  row("street", "loose", "street", `(?:(?<![老娘婆人])家)?(?:搬家?到了?|搬[去回]了?|迁[到去回]了?)${value}`, {
    isChange: true,
  }),
  row("street", "loose", "street", `(?:(?<![老娘婆人])家(?:住?在|是)|住在?)${value}`),
  row("street", "loose", "street", `(?<![老娘婆人])家现在(?:住?在|是)${value}`, { isChange: true }),
  row("street", "loose", "street", `(?<=公司|学校|办公室|房子|公寓)(?:现在)?在${value}`),
  row("home", "single", "place", `(?:居住在|居住于|定居在?|生活在|现居|常住|家住|住在)${value}`),
  row("home", "single", "knownPlace", `(?:家在|家是|住)${value}`),
  row("uses", "many", "list", `从(?<from>.+?)(?:换成了?|换到了?|改用了?|转到了?|迁移到了?)${value}`),
  row("uses", "many", "list", `把(?<from>.+?)(?:换成了?)${value}`),
  row("uses", "many", "tool", `(?:换[成回到]了?|换了一?[个部台辆款]|改用了?)${value}`, { isChange: true }),
  row(
    "employer",
    "single",
    "employer",
    "(?<!现)在(?!全职|兼职)(?<value>[^,的]+?)(?:工作|上班|任职|供职|就职)了?",
  ),
  row("employer", "single", "employer", "(?<!现)在(?<value>[^,的]+?)(?:当|做|担任)(?<job>[^,]+?)了?"),
  row("employer", "single", "employer", `(?:就职于|任职于|供职于|跳槽到了?|跳槽去了?|入职了?)${value}`),
  row("job", "single", "occupation", `(?:职业|岗位|职位|工作)(?:是|为|:)${value}`),
  row("job", "loose", "occupation", `(?:是|成为了?|当上了?|当)(?:一?[名个位])?${value}`),
  row("name", "single", "name", `(?:名字(?:是|叫|:)|姓名(?:是|:)|改名(?:叫|为|成)?了?|名叫|叫做?)${value}`),
  row("nickname", "single", "name", "^(?!.*[别不]).*?叫我(?<value>.+?)(?:吧|就行|就好)?"),
  row("age", "single", "number", "(?:今年|已经|现在|刚|年龄是?|满){0,4}(?<value>\\d{1,3})周?岁了?"),
  row("birthday", "fixed", "date", `生日(?:是|在|为|:)?(?:在)?${value}`),
  row("birthday", "fixed", "date", `(?:出生于|出生在|生于)${value}`),
  row("birthday", "fixed", "date", "(?<value>\\d{4}年(?:\\d{1,2}月)?(?:\\d{1,2}[日号])?)出生"),
  row("origin", "loose", "knownPlace", `(?:来自|老家(?:在|是)?)${value}`),
  row("origin", "loose", "people", "是(?:土生土长的)?(?<value>\\p{Script=Han}{2,5})人"),
  row(
    "grade",
    "single",
    "phrase",
    "(?:上|读|念|升|在读|升到|升入)(?:小学|初中|高中|大学)?(?<value>[一二三四五六1-6大][年一二三四]级?)了?",
  ),
  row(
    "commute",
    "loose",
    "commute",
    "(?:每天|平时)?(?<value>骑(?:自行)?车|骑单车|坐地铁|乘地铁|开车|坐公交|乘公交|走路|步行|坐火车)(?:上班|通勤)",
  ),
  row("commute", "loose", "commute", `通勤(?:方式)?(?:是|靠|用|主要靠|基本靠)${value}`),
  row("height", "single", "measure", `身高(?:是|有|:)?${value}`),
  row("weight", "single", "measure", `体重(?:是|有|:|降到了?|减到了?|涨到了?|变成了?)?(?:只有)?${value}`),
  row(
    "waking",
    "single",
    "time",
    "(?:每天|早上|通常|一般|早晨){0,4}(?<value>\\d{1,2}[点:](?:半|\\d{1,2})?分?)(?:钟)?起床",
  ),
  row(
    "allergy",
    "many",
    "list",
    "对(?<value>.+?)(?<denial>不再|已经不|不|没有|并不)?(?<adverb>严重|轻微|重度|轻度)?过敏了?",
  ),
  row("allergy", "many", "list", "有(?<adverb>严重的?|轻微的?)?(?<value>.+?)过敏症?"),
  row("intolerance", "many", "list", "(?:^用户|^我|有)[有是]?(?<value>\\p{Script=Han}{1,4}?)不耐受?症?"),
  row("fears", "many", "list", `(?:害怕|恐惧|怕)${value}`),
  row("trusts", "many", "list", `(?:相信|信任)${value}`),
  row("speaks", "many", "language", `(?:会说|会讲|能说|能讲|讲|说)${value}`),
  row(
    "speaks",
    "many",
    "language",
    "(?:的)?(?<value>\\p{Script=Han}{1,4}[语文话])(?<more>(?:很|非常|说得很)?流利|(?:水平)?(?:达到|到|是)了?.+?)了?",
  ),
  row("learns", "many", "language", `(?:正?在)?学习?${value}`),
  row("likes", "many", "list", `(?:讨厌|厌恶|反感|受不了|痛恨|恨)(?:吃|喝)?${value}`, { isDenial: true }),
  row(
    "likes",
    "many",
    "list",
    `(?:喜欢|喜爱|热爱|钟爱|酷爱|(?<![可恋])爱(?![人好情心国护称]))(?:吃|喝)?${value}`,
  ),
  row("likes", "many", "list", `爱好(?:是|有|包括|:)${value}`),
  row("prefers", "many", "list", `(?:更喜欢|偏好|偏爱)${value}`),
  row("uses", "many", "list", `(?:使用|改用|用(?![户的]))${value}`),
  row("drives", "loose", "phrase", `开(?![会公始发店心])(?:着?一?[辆台])?${value}`),
  row("studies at", "loose", "phrase", `(?:就读于|在读于)${value}`),
  row("studies", "loose", "phrase", `(?:主修|攻读)${value}`),
  row("has", "many", "thing", "(?:买了|领养了|收养了)(?=[一两\\d])(?<value>.+?)了?", { isGain: true }),
  row("has", "many", "thing", `(?:拥有|养着|养了|养|有(?![时点名限趣关人空兴]))${value}`),
  ...[
    ["eats", "吃"],
    ["drinks", "喝"],
    ["plays", "(?:会|能)?(?:打(?![算工车电])|踢|弹|拉|玩|吹)"],
    ["takes", "服用"],
    ["collects", "收集"],
    ["wears", "戴|穿"],
    ["reads", "看|读"],
  ].map(([attribute = "", verbs = ""]) => row(attribute, "many", "list", `(?:${verbs})${value}`)),
];

/** Where two match at one place, the first counts. */
export const chinesePatterns: readonly PatternGroup[] = [
  { words: new RegExp(nouns.map(({ words }) => words).join("|"), "u"), rows: nounPatterns },
  { words: /./u, rows: verbPatterns },
];
