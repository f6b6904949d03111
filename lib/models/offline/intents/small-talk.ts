import { inLanguage, type Intent, type Task } from "@/lib/models/offline/task";
import type { Language } from "@/lib/models/offline/language";
import { isAsking } from "@/lib/models/offline/question";

/** Greetings, thanks, questions about the guide itself, and what only a language model can do: answered without tools. */
export const smallTalk: Intent = ({ question, original, hasFiles }) => {
  const text = original.trim();
  const { language } = question;
  if (hasFiles && !/https?:\/\//u.test(text)) return createReply(language, pictures);
  const reply = replies.find(({ patterns }) => patterns.some((pattern) => pattern.test(text)));
  if (reply !== undefined) return createReply(language, reply);
  return isPlainStatement(text) ? createReply(language, statement) : null;
};

type Reply = { english: string; chinese: string };

const whatItIs: Reply = {
  english:
    "I am the offline guide: a set of rules and no language model. I can look things up and quote the sentences that answer, with their sources; read a page whose address you give me; calculate and convert units; tell the time anywhere; and remember what you ask me to remember. For conversation, writing and translation add a model's key in Admin → Models.",
  chinese:
    "我是离线向导：由一组规则构成，不是语言模型。我可以搜索资料并引用能回答问题的句子，注明来源；读取你给出的网页；计算和换算单位；查询各地时间；记住你让我记住的事。若要对话、写作或翻译，请在“管理 → 模型”中添加模型密钥。",
};
const pictures: Reply = {
  english: `I cannot see pictures or read files: I am a rule-driven guide and no language model. Add a model that sees in Admin → Models, or tell me in words what you want to know.`,
  chinese:
    "我看不到图片，也不能读取文件：我是规则驱动的向导，不是语言模型。请在“管理 → 模型”中添加能看图的模型，或者用文字告诉我你想知道什么。",
};
const statement: Reply = {
  english:
    "I read that, but as a rule-driven guide and no language model I can only act on a question or a request. Ask me something to look up, to calculate or to remember; for conversation add a model's key in Admin → Models.",
  chinese:
    "我看到了，不过我是规则驱动的向导，不是语言模型，只能处理问题或请求。可以让我查资料、计算或记住某件事；若要聊天，请在“管理 → 模型”中添加模型密钥。",
};

const replies: (Reply & { patterns: RegExp[] })[] = [
  {
    patterns: [
      /^(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|greetings|howdy)(?:\s+(?:there|guide|everyone|friend|all))?[\s!.,?]*(?:how are you(?: today| doing)?[\s!.?]*)?$/iu,
      /^how are you\b.{0,20}$/iu,
      /^(?:你好|您好|嗨|哈喽|早上好|早安|下午好|晚上好|大家好)[啊呀吗！!。，,\s]*(?:你?最近怎么样[？?]?)?$/u,
    ],
    english:
      "Hello! I am the offline guide, a set of rules and no language model. Ask me for a fact and I look it up, or let me calculate, tell the time or remember something.",
    chinese:
      "你好！我是离线向导，由规则驱动，不是语言模型。可以问我一个事实，我来查；也可以让我计算、报时或记住某件事。",
  },
  {
    patterns: [
      /^(?:many |ok,? |okay,? |great,? )?(?:thanks|thank you|thx|cheers|much appreciated)\b.{0,60}$/iu,
      /^(?:非常|太|多)?(?:谢谢|感谢|多谢)(?!.*[？?]).{0,20}$/u,
    ],
    english: "You are welcome. Ask on whenever you like.",
    chinese: "不客气，随时可以继续问。",
  },
  {
    patterns: [
      /^(?:ok|okay|great|nice|cool|good|perfect|yes|no|sure|bye|goodbye|see you|good night)\b[\s!.,]*(?:(?:job|work|bye|then|later|tomorrow|soon)[\s!.]*)?$/iu,
      /^(?:好的?|嗯|可以|不错|很好|太好了|再见|拜拜|晚安|明白了?|知道了)[啊呀了！!。\s]*$/u,
    ],
    english: "All right. Ask me something whenever you like.",
    chinese: "好的，有问题随时问我。",
  },
  {
    patterns: [
      /^(?:please\s+|can you\s+|could you\s+)?(?:forget|unlearn|stop remembering)\s+(?!it\b|to\b|about it\b)\S.{2,}/iu,
      /^(?:please\s+|can you\s+|could you\s+)?(?:delete|remove|erase|clear|wipe)\b.{0,200}\b(?:memory|memories|(?:you|about me).{0,20}\b(?:remember|know))/iu,
      /^(?:请|麻烦|帮我|请你|你)?(?:把.{1,60}忘(?:了|掉)|忘(?:了|掉|记)(?!.{0,4}吧).{2,})/u,
      /^(?:请|麻烦|帮我|请你|你)?(?:把.{1,60}从记忆里?中?(?:删|移除|清)|(?:删|清|移)(?:除|掉|空).{0,40}(?:记忆|记得))/u,
    ],
    english:
      "I cannot delete what is remembered from here. Open Memory in the sidebar: each entry there can be edited or deleted, and everything cleared at once.",
    chinese: "我不能在对话里删除记忆。请打开侧边栏的“记忆”页面：那里可以修改或删除每一条，也可以一次清空。",
  },
  {
    ...whatItIs,
    patterns: [
      /\bwho are you\b|\bwhat are you\b(?! (?:doing|talking))|\bwhat can you do\b|\bhow do you work\b|\bare you (?:an? )?(?:ai|robot|bot|human|language model|real|llm)\b|^(?:help|\/help)[\s!.?]*$|\bwhat(?:'s| is) your name\b|\bintroduce yourself\b/iu,
      /你是谁|你是什么|你能(?:做|干)(?:些)?什么|你会(?:做)?什么|你叫什么|你是(?:不是)?(?:人工智能|机器人|语言模型|真人|AI)|介绍一下你自己|自我介绍|^帮助[！!。]?$/u,
    ],
  },
  {
    patterns: [
      /^(?:please\s+|can you\s+|could you\s+|help me(?: to)?\s+)?(?:write|compose|make up|invent|tell me|create|draft|continue)\s+(?:me\s+)?(?:an?|the|some|another|my)\s+(?:\S+\s+){0,3}(?:poem|haiku|story|song|limerick|joke|essay|letter|email|e-mail|speech|tale|slogan|sonnet|verse|toast|novel|riddle|rap|greeting|message|cover letter|invitation)\b/iu,
      /^(?:please\s+|can you\s+|could you\s+|help me(?: to)?\s+)?(?:translate|rewrite|rephrase|paraphrase|proofread|shorten|reword|polish|correct|fix the grammar|improve the (?:wording|style)|summari[sz]e (?:this|the following|my)|make this)\b/iu,
      /^(?:please\s+|can you\s+)?(?:write|generate|create|debug|refactor|fix)\s.*\b(?:code|function|script|program|regex|sql|query|bug)\b/iu,
      /[英法德日韩俄]语怎么说|用(?:英|法|德|日|韩|俄)[语文]说|怎么翻译/u,
      /\bhow (?:do|would) (?:you|i) say .+ in [A-Z][a-z]+\b/u,
      /^(?:请|帮我|请帮我|给我|麻烦|能不能|可以)*(?:写|作|编|创作|讲|续写|拟|起草)(?:一?[首篇个封段副则份]|几[句个])/u,
      /^(?:请|帮我|请帮我|给我|麻烦|把)?.{0,200}(?:翻译|改写|润色|缩写|修改一下|改得|译成|改成|概括下面|总结下面)/u,
    ],
    english:
      "Writing, rewriting and translating need a language model, and I am a rule-driven guide and none. Add a model's key in Admin → Models and ask again. I can look up facts and quote them, calculate, tell the time and remember things.",
    chinese:
      "写作、改写和翻译需要语言模型，而我是规则驱动的向导，不是语言模型。请在“管理 → 模型”中添加模型密钥后再试。我能查找并引用资料、计算、报时和记住事情。",
  },
];

function isPlainStatement(text: string): boolean {
  if (text === "") return true;
  if (isAsking(text)) return false;
  const isAboutSelf = /\b(?:i|i'm|i've|my|we)\b/iu.test(text) || /我|咱/u.test(text);
  return isAboutSelf || !/[\p{L}\p{N}]/u.test(text);
}

function createReply(language: Language, reply: Reply): Task {
  return {
    next: () => ({
      kind: "say",
      thought: inLanguage(language, "This needs no tool, so I answer at once.", "这不需要工具，我直接回答。"),
      text: inLanguage(language, reply.english, reply.chinese),
    }),
  };
}
