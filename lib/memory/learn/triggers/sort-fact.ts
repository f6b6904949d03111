import type { FactInput } from "@/lib/memory/accept";

/** What a fact is about and how long it stays, by its words; the first row that fits decides. */
export function sortFact(content: string): Pick<FactInput, "category" | "tier"> {
  const { category, tier } = rows.find(({ words }) => words.test(content)) ?? {
    category: "preference",
    tier: "important",
  };
  return { category, tier };
}

const rows: (Pick<FactInput, "category" | "tier"> & { words: RegExp })[] = [
  {
    category: "profile",
    tier: "core",
    words:
      /\bmy (?:\w+ )?name(?:'s| is)\b|\bi(?:'m| am) called\b|\b(?:call|calls|address) me\b|\bi go by\b|^我叫|我的?名字|我的(?:中文名|英文名|昵称|小名|全名|网名|外号|艺名|绰号)|(?:叫|称呼)我/iu,
  },
  {
    category: "profile",
    tier: "core",
    words:
      /\ballerg|\b(?:vegan|vegetarian|diabet\w+|pregnant|gluten|lactose|coeliac|celiac|asthma|epilep\w+|blood type|deaf|blind|birthday|born on|pronouns)\b|过敏|素食|吃素|糖尿|怀孕|乳糖|哮喘|血型|生日|出生/iu,
  },
  {
    category: "preference",
    tier: "core",
    words:
      /^(?:please )?(?:always|never|from now on|going forward|in (?:the )?future|from today)\b|\bfrom now on$|^(?:以后|今后|往后|从现在|从今|每次|永远|总是|别再|不要再|一律)/iu,
  },
  {
    category: "project",
    tier: "context",
    words:
      /\b(?:project|deadline|launch|release|client|milestone|sprint|budget|kick-?off)\b|项目|截止|上线|发布|客户|预算|里程碑|交付/iu,
  },
  {
    category: "technical",
    tier: "important",
    words:
      /\b(?:code|coding|programm\w+|typescript|javascript|python|rust|golang|java|kotlin|swift|c\+\+|ruby|php|react|vue|next\.js|node|django|postgres\w*|mysql|sqlite|mongodb|redis|docker|kubernetes|linux|ubuntu|macos|mac|windows|zsh|bash|vim|neovim|emacs|vs ?code|editor|framework|database|git|github|deploy|server|api|backend|frontend)\b|代码|编程|程序|框架|数据库|前端|后端|服务器|部署/iu,
  },
  {
    category: "preference",
    tier: "important",
    words:
      /\b(?:like|likes|love|loves|hate|hates|prefer|prefers|favou?rite|enjoy|dislike)\b|喜欢|讨厌|最爱|偏好|爱吃|不吃/iu,
  },
  {
    category: "profile",
    tier: "important",
    words:
      /\b(?:live|lives|moved|work|works|working|job|married|wife|husband|son|daughter|children|kids|mother|father|mum|mom|dad|brother|sister|partner|dog|cat|from|years old|timezone|left-handed|size|retired|student)\b|住|搬|工作|上班|职业|结婚|太太|先生|妻子|丈夫|儿子|女儿|孩子|爸|妈|哥|姐|弟|妹|狗|猫|岁|来自|时区|左撇子|码|身高/iu,
  },
  {
    category: "profile",
    tier: "important",
    words: /^(?:i'm|i am|i was|i have|we're|we are|my|our)\b|^(?:我是|我家|我有|我的|我们)/iu,
  },
];
