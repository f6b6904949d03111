import { listHanPairs, listHanRuns } from "@/lib/language/comparable-words";

/**
 * Whether a Chinese clause tells of the person, as something that is so, what stands in it of a fact: before the fact's words stands nobody else
 * (我妹妹住在……) and nothing that makes it a wish, a plan, a past or somebody's opinion. `fact` without the words that say nothing; `before` is what stands before the
 * clause in its sentence.
 */
export function isOwnChinese(said: string, before: string, fact: string): boolean {
  const clause = said.replace(requests, (request) => "，".repeat(request.length));
  const places = [...listHanPairs(fact), ...listHanRuns(fact).filter((run) => run.length === 1)]
    .map((piece) => clause.indexOf(piece))
    .filter((at) => at >= 0);
  const lower = clause.toLowerCase();
  const latin = [...fact.matchAll(/[A-Za-z][\w+#.-]*/g)]
    .map(([word]) => lower.indexOf(word.toLowerCase()))
    .filter((at) => at >= 0);
  const all = [...places, ...latin];
  if (all.length === 0) return !others.test(clause) || /我|咱/u.test(clause);
  const lead = clause.slice(0, Math.min(...all));
  const isAnswering = answering.test(clause);
  if (!isAnswering && holdsUnreal(`${before}，${clause.slice(0, Math.max(...all))}`, fact)) return false;
  return isOwnLead(isAnswering ? lead.replace(wishes, "") : lead, before);
}

/** The characters of 记住 are not those of 住. */
const requests = /(?:请|麻烦)?(?:你|您)?(?:帮我)?(?:记住|记得|记一下|记着|别忘了?|不要忘了?)/gu;

function isOwnLead(lead: string, before: string): boolean {
  const at = lead.lastIndexOf("我");
  if (at >= 0) return !othersSay.test(lead.slice(0, at)) && isHarmless(lead.slice(at));
  if (!isHarmless(lead)) return false;
  return before === "" || !/[我他她它]/u.test(before) || isOwnHead(before);
}

/** Somebody else begins the sentence: 我妹妹是护士，住在北京. */
function isOwnHead(before: string): boolean {
  return !others.test(before) && !othersSay.test(before) && !someoneOfMine.test(before) && /我/u.test(before);
}

const others = /[他她它]/u;
const kin =
  "爸|妈|爷|奶|姥|外公|外婆|哥|姐|弟|妹|儿子|女儿|孩子|老公|老婆|丈夫|妻子|太太|先生|爱人|对象|男友|女友|男朋友|女朋友|朋友|同事|同学|同桌|老板|领导|邻居|室友|舍友|闺蜜|哥们|猫|狗|宠物|公司|老师|师傅|亲戚|叔|舅|姑|姨|侄|外甥|表|堂|前任|前妻|前夫";
const someoneOfMine = new RegExp(`我(?:的|们?家?的?)?(?:${kin})`, "u");
const othersSay = /[说讲]|以为|认为|觉得|告诉|听说|据说|传说|问|写道|唱|猜|相信|角色/u;

const harmless = new RegExp(
  "我们?|咱们?|本人|自己|现在|目前|如今|一直|也|都|还|就|又|是|的|了|着|已经|早就|早|平时|平常|通常|经常|常常|常|每[天周月年]|从小|今年|去年|前年|上个?[周月]|真的|真|其实|确实|非常|很|特别|最|更|最近|刚刚?|请|你|记住|记得|记一下|别忘了?|因为|所以|但是?|不过|可是|而且|不再?|没有?|从不|从来|一般|一个人|一家人?|全家|家里?|个|名|位|只|条|岁|有|养|叫做?|名字|年龄|对了|另外|还有|顺便|你好|您好|嗨|嗯|哦|啊|呀|在|从|对|用|把|给|会|能|一|二|两|三|四|五|六|七|八|九|十|\\d+|年|月|日|号|起|以来|开始|多|" +
    `(?:和|跟|与|同)(?:${kin}|\\p{Script=Han}){1,5}(?=一起|都|住|在|养|有|$)一?起?|在\\p{Script=Han}{2,8}|\\p{Script=Han}{2,6}后|\\P{L}`,
  "gu",
);

function isHarmless(text: string): boolean {
  return text.replace(harmless, "") === "";
}

const unreal =
  /想(?!念|起)|希望|打算|计划|考虑|梦想|梦见|可能|也许|或许|差点|差一点|几乎|准备|将要|即将|快要|要(?!求|点|素)|以前|曾经?|过去|之前|小时候|当年|原来|本来|应该|以为|假装|试着|试图|努力|正?在?学着|申请|面试|盼|恨不得|巴不得|据说|听说|传说|[说讲](?:过|他|她)?我|觉得我|认为我|当我是|明年|后年|下个?[周月]|将来|羡慕|会(?=住|去|搬|成为|当)/gu;

function holdsUnreal(text: string, fact: string): boolean {
  return [...text.matchAll(unreal)].some(([word]) => !fact.includes(word));
}

const answering = /回答|回复|答复|称呼我|叫我|跟我说话|你/u;
/** How answers are wanted is a wish that holds. */
const wishes = /希望|想要?|要|以后|今后|从现在起|你|请|都|回答|回复|时候?|尽量|一律|用|说|给我|的/gu;
