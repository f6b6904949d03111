/**
 * What people tell of themselves, in both languages. `words` stand for the topic in a question and in a fact; `told` only in a fact, as
 * `jazz` does for music; `asked` only in a question. An `owner` is somebody or something with a name, a home or an age of its own.
 */
export type Topic = {
  id: string;
  words: Pattern;
  told?: Pattern;
  asked?: Pattern;
  isOwner?: boolean;
  includes?: readonly string[];
};
/** Alternatives for English words, and for Chinese ones. */
type Pattern = readonly [english: string, chinese: string];

const family: readonly Topic[] = [
  { id: "mother", words: ["mother(?!-in-law)|mom|mum|mama", "妈妈|母亲|老妈"] },
  { id: "father", words: ["father(?!-in-law)|dad|papa", "爸爸|父亲|老爸"] },
  { id: "mother-in-law", words: ["mother-in-law", "岳母|婆婆|丈母娘"] },
  { id: "father-in-law", words: ["father-in-law", "岳父|公公|老丈人"] },
  { id: "parents", words: ["parents", "父母"], includes: ["mother", "father"] },
  { id: "sister", words: ["(?:older |elder |big |younger |little )?sisters?", "姐姐|妹妹|姐妹"] },
  { id: "brother", words: ["(?:older |elder |big |younger |little )?brothers?", "哥哥|弟弟|兄弟"] },
  { id: "siblings", words: ["siblings", "兄弟姐妹"], includes: ["sister", "brother"] },
  { id: "wife", words: ["wife", "妻子|老婆|太太|媳妇"] },
  { id: "husband", words: ["husband", "丈夫|老公"] },
  {
    id: "partner",
    words: ["partner|spouse|girlfriend|boyfriend|fiancée?", "爱人|配偶|对象|女朋友|男朋友|女友|男友"],
    includes: ["wife", "husband"],
  },
  { id: "son", words: ["sons?", "儿子"] },
  { id: "daughter", words: ["daughters?", "女儿"] },
  { id: "child", words: ["child|children|kids?", "孩子|小孩"], includes: ["son", "daughter"] },
  { id: "grandmother", words: ["grandmother|grandma|granny", "奶奶|外婆|姥姥|祖母"] },
  { id: "grandfather", words: ["grandfather|grandpa|granddad", "爷爷|外公|姥爷|祖父"] },
  { id: "aunt", words: ["aunts?|auntie", "阿姨|姑姑|姨妈|舅妈|婶婶"] },
  { id: "uncle", words: ["uncles?", "叔叔|舅舅|伯伯|姑父"] },
  { id: "cousin", words: ["cousins?", "表[哥弟姐妹]|堂[哥弟姐妹]"] },
];

const others: readonly Topic[] = [
  { id: "dog", words: ["dogs?|puppy", "狗狗?|小狗"] },
  { id: "cat", words: ["cats?|kitten", "猫咪?|小猫"] },
  { id: "rabbit", words: ["rabbits?|bunny", "兔子"] },
  { id: "bird", words: ["parrots?|budgies?|canary", "鹦鹉|金丝雀"] },
  { id: "pet", words: ["pets?", "宠物"], includes: ["dog", "cat", "rabbit", "bird"] },
  { id: "friend", words: ["(?:best )?friends?", "朋友|闺蜜"] },
  { id: "colleague", words: ["colleagues?|co-?workers?", "同事"] },
  { id: "boss", words: ["boss|manager|supervisor", "老板|上司|领导"] },
  { id: "neighbour", words: ["neighbou?rs?", "邻居"] },
  { id: "landlord", words: ["landlord|landlady", "房东"] },
  { id: "roommate", words: ["roommates?|flatmates?", "室友|舍友"] },
  { id: "dentist", words: ["dentist", "牙医"] },
  { id: "doctor", words: ["my doctor|family doctor|gp", "我的?医生|家庭医生"] },
  { id: "teacher", words: ["my teacher", "我的?老师"] },
];

/** Kinds of things that somebody likes, plays, speaks or uses. */
const kinds: readonly Topic[] = [
  {
    id: "colour",
    words: ["colou?rs?", "颜色"],
    told: ["green|blue|red|yellow|purple|orange|black|white|pink|grey|gray", "[绿蓝红黄紫橙黑白粉灰]色"],
  },
  {
    id: "music",
    words: ["music|band|singer", "音乐|歌手|乐队"],
    told: ["jazz|rock|classical|hip-?hop|opera|blues|techno|songs?", "爵士|摇滚|古典|民谣|歌剧|歌曲|嘻哈"],
  },
  {
    id: "instrument",
    words: ["instruments?", "乐器"],
    told: [
      "cello|oboe|piano|violin|guitar|flute|drums?|viola|trumpet|clarinet|saxophone|harp|bass",
      "二胡|笛子|钢琴|小提琴|大提琴|吉他|古筝|琵琶|架子鼓|长笛|口琴",
    ],
  },
  {
    id: "sport",
    words: ["sports?", "运动|体育"],
    told: [
      "football|soccer|tennis|basketball|swim|swimming|running|rowing|badminton|cycling|climbing|skiing|volleyball|golf",
      "足球|网球|篮球|游泳|跑步|划船|羽毛球|骑车|攀岩|滑雪|排球|乒乓球",
    ],
  },
  {
    id: "code",
    words: ["programming languages?", "编程语言"],
    told: ["python|java|javascript|typescript|rust|go|kotlin|swift|ruby|php|haskell|scala|c\\+\\+|c#", ""],
  },
  {
    id: "speech",
    words: ["languages?", "语言"],
    told: [
      "portuguese|danish|finnish|german|french|spanish|italian|english|chinese|mandarin|japanese|korean|russian|arabic|dutch|swedish|norwegian|polish",
      "[法德英日韩俄汉西意]语|芬兰语|丹麦语|西班牙语|葡萄牙语|意大利语|阿拉伯语|中文|英文|日文|粤语",
    ],
  },
  {
    id: "editor",
    words: ["editors?|ide", "编辑器"],
    told: ["vim|emacs|neovim|helix|zed|vs ?code|sublime|nano|intellij", ""],
  },
  {
    id: "drink",
    words: ["drinks?|beverages?", "饮料|喝"],
    told: ["tea|coffee|beer|wine|juice|milk|water|cocoa|lemonade", "茶|咖啡|啤酒|红酒|果汁|牛奶|可乐"],
  },
  {
    id: "food",
    words: ["foods?|dish|meal|eat(?! meat)", "食物|菜|吃(?![素肉])"],
    told: [
      "pizza|pasta|sushi|noodles|rice|soup|curry|bread|cheese|salad|cake|meat|fish",
      "面条?|米饭|饺子|火锅|寿司|比萨|汤|面包|蛋糕|肉|鱼|香菜",
    ],
  },
  { id: "film", words: ["films?|movies?", "电影"] },
  { id: "series", words: ["series|shows?", "电视剧|剧集"] },
  { id: "book", words: ["books?|novels?", "书|小说"] },
  { id: "writer", words: ["writers?|authors?|poets?", "作家|作者|诗人"] },
  { id: "animal", words: ["animals?", "动物"] },
  { id: "season", words: ["seasons?", "季节"], told: ["spring|summer|autumn|winter", "春天|夏天|秋天|冬天"] },
  { id: "phone", words: ["phones?|mobile", "手机"], told: ["iphone|pixel|galaxy", ""] },
  {
    id: "car",
    words: ["cars?|drive", "汽车|(?<![火列行])车|开(?=一?[辆台])"],
    told: ["volvo|toyota|tesla|bmw|volkswagen", "沃尔沃|丰田|特斯拉|宝马|大众"],
  },
  {
    id: "room",
    words: ["rooms?", "房间"],
    told: ["kitchen|bathroom|bedroom|attic|cellar|living room", "厨房|浴室|卧室|客厅|书房|阁楼"],
  },
  { id: "restaurant", words: ["restaurants?", "餐厅|饭店|餐馆"] },
  { id: "thesis", words: ["thesis|dissertation", "论文"] },
  { id: "talk", words: ["talk|lecture|presentation|speech", "演讲|报告|讲座"] },
  { id: "shoes", words: ["shoes?", "鞋"] },
  { id: "blood", words: ["blood (?:type|group)", "血型"] },
  { id: "hand", words: ["(?:left|right)[- ]?hand(?:ed)?|handed", "左撇子|右撇子|左手|右手"] },
];

const profession =
  "(?:an?|as) (?:\\p{L}+ ){0,2}(?:nurse|teacher|doctor|vet|engineer|pilot|librarian|lawyer|cook|chef|baker|designer|developer|programmer|writer|student|professor|accountant|architect|manager|carpenter|farmer|journalist|scientist|electrician|dentist)";
const chineseProfession =
  "[是当做](?:一?[名个位])?\\p{Script=Han}{0,4}(?:护士|老师|教师|医生|兽医|工程师|飞行员|律师|厨师|设计师|程序员|学生|教授|会计|建筑师|经理|木匠|农民|记者|科学家|作家|公务员|牙医)";

/** What somebody is asked about themselves. */
const attributes: readonly Topic[] = [
  {
    id: "name",
    words: ["names?|called|named", "名字|姓名|叫|姓(?!名)"],
    told: ["call me", ""],
    asked: ["who am i", "怎么称呼|我是谁"],
  },
  {
    id: "home",
    words: [
      "live|lives|lived|living in|home|flat|apartment|address|resides?",
      "住|住址|地址|我们?家(?![里人的])|家在|定居",
    ],
    told: ["moved|moving|based in", "搬到|搬去|搬回|搬家|搬来"],
  },
  {
    id: "work",
    words: [
      "(?<!at )work|works|worked|working|jobs?|employers?|professions?|occupations?|for a living",
      "工作(?!中)|上班|职业|任职|单位",
    ],
    told: [`employed|${profession}`, chineseProfession],
    asked: ["company|what (?:do i|does (?:my|our) [\\p{L} ]+) do(?! (?:on|every|in|at)\\b)", "公司|做什么的"],
  },
  {
    id: "age",
    words: ["how old|years? old|aged?", "几岁|多大年纪|多大岁数|多大(?!的)|年龄|年纪|岁数|岁"],
    told: ["turns? \\d+|turned \\d+", ""],
  },
  {
    id: "birthday",
    words: ["birthday", "生日"],
    told: ["born on", "出生于"],
    asked: ["when (?:was|were) [\\p{L} ]+ born", "(?:什么时候|哪天|哪年|几号)出?生"],
  },
  {
    id: "birthplace",
    words: ["born in|born at|come from|comes from|hometown", "出生在|老家|家乡|来自"],
    asked: ["where (?:was|were) [\\p{L} ]+ born|where am i from|from originally", "哪里人|出生地"],
  },
  { id: "allergy", words: ["allergic|allergy|allergies", "过敏"] },
  {
    id: "diet",
    words: ["vegetarian|vegan|eat meat|diet|halal|kosher", "吃素|素食|吃肉|忌口|清真"],
    told: ["cannot eat|can['’]t eat", "不能吃|不吃"],
  },
  { id: "marriage", words: ["married|marry|divorced", "结婚(?!纪念)|已婚|单身|离婚"] },
  { id: "anniversary", words: ["(?:wedding )?anniversary", "(?:结婚)?纪念日"] },
  { id: "fear", words: ["afraid|scared|fear|fears", "害怕|怕"] },
  { id: "size", words: ["sizes?", "尺码|码|多大的"] },
  {
    id: "like",
    words: ["likes?|loves?|enjoys?|prefers?|favou?rites?|fond of", "喜欢|最爱|喜爱|爱(?=[吃喝看听玩])|偏爱"],
  },
  {
    id: "dislike",
    words: [
      "hates?|dislikes?|(?:do|does)(?:n['’]t| not) (?:like|love|enjoy)|can(?:no|['’])t stand|loathes?",
      "讨厌|不喜欢|不爱|受不了|厌恶",
    ],
  },
];

export const topics: readonly Topic[] = [
  ...family.map(toOwner),
  ...others.map(toOwner),
  ...kinds,
  ...attributes,
];

function toOwner(topic: Topic): Topic {
  return { ...topic, isOwner: true };
}
