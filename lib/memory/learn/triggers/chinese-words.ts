/** What Chinese words tell of a statement: whom it is about, whether it says something, whether it is an order about answers. */

export function isPersonal(text: string): boolean {
  return /我|咱|本人/u.test(text);
}

export function isAboutAnswers(text: string): boolean {
  return /回答|回复|答复|[中英日韩法德俄]文|[英日韩法德俄]语|中文|汉语|普通话|粤语|繁体|简体|语气|标点|感叹号|口吻|表情|简短|简洁|简单|详细|表格|列表|要点|结论|来源|出处|引用|公制|英制|单位|摄氏|华氏|格式|敬语|口语|正式|随意|称呼|例子|举例|代码|步骤|分点|字以内|标题|markdown|叫我|推荐/iu.test(
    text,
  );
}

export function isQuestion(text: string): boolean {
  return /[吗么呢]$|(?:没有|没)$|什么|谁|哪[里儿个些位年天]|怎么|怎样|如何|为啥|多少|几[点个岁号]|是不是|有没有|能不能|要不要/u.test(
    text,
  );
}

/** Whether it says something that can be kept by itself; `isLinked` behind a colon. */
export function isStatement(text: string, isLinked: boolean): boolean {
  if (text.length < 3 || isQuestion(text) || isReminiscence(text) || isPassing(text) || isNamedOnly(text))
    return false;
  if (/^(?:我|咱|本人)/u.test(text))
    return (
      /^.{1,4}[\p{L}\p{N}]/u.test(text) &&
      !/^我(?:说|讲|问|告诉|教)?(?:过|的|你)?的?(?:话|名字|生日|样子|好)?$/u.test(text)
    );
  if (isChore(text)) return isAboutAnswers(text);
  if (/^(?:以下|下面|这些|这几|上面)/u.test(text)) return false;
  if (/^(?:这|那)(?:个|些|段|句|次|天|时|里|种|首|部|点|一)/u.test(text) && !isPersonal(text)) return false;
  if (/^(?:功能|密码|登录|登陆|单词|课文|历史记录)/u.test(text)) return false;
  return isLinked || says.test(text);
}

const says = /[是叫为在有喜爱住姓用吃喝养会]|不|：|:|=|\d/u;

/** “Our agreement”, “the restaurant that we went to”: something is named, and nothing is said of it. */
function isNamedOnly(text: string): boolean {
  return (
    /的[^是叫在有，,：:]{1,5}$/u.test(text) &&
    !/[是叫在有住喜不用对爱吃喝会能要想讨养姓怕开坐穿戴看听玩学教读骑搬：:\d]/u.test(
      text.slice(0, text.lastIndexOf("的")),
    )
  );
}

/** Something to do, now or at a time, and nothing about anyone. */
function isChore(text: string): boolean {
  if (
    /^(?:明天|后天|今晚|今天|晚上|下午|早上|中午|周[一二三四五六日末]|星期|下周|每天|每晚|[\d一二三四五六七八九十]+点|提前|按时|准时|及时)/u.test(
      text,
    )
  )
    return !/[是叫]/u.test(text);
  return /^(?:要|去|买|给|打|提醒|交|带|关|开|吃|喝|多|少|早|晚点|回|发|拿|寄|取|洗|做|看|写|把|先|再|用|保存|备份|锁|检查|充|订|到|说|答|请|不要|别|不许|找|穿|擦|倒|签|背|听|复习)/u.test(
    text,
  );
}

function isReminiscence(text: string): boolean {
  return (
    /小时候|那年|那时|那天|那次|当年|曾经|第一次见|说过|刚才|刚刚|上次|的话$|的样子$|的笑容$|的夏天$|的日子$|的时候$/u.test(
      text,
    ) && !/[:：]/.test(text)
  );
}

/** Only for a while, or for one piece of work. */
export function isPassing(text: string): boolean {
  return /这次(?:对话|聊天)|本次对话|暂时|先这样|这一?(?:个|篇|段|首)?(?:故事|小说|游戏|作文|文章|函数)里/u.test(
    text,
  );
}
