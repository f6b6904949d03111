/** Words that many questions hold and that name nothing: one of them finds no fact by itself. */
export const weakEnglish =
  "able add again ago ahead allow already also always another answer anybody anyone anything around ask away back bad become before began begin being believe best better big both bring build built call called " +
  "change check choose close come common compare complete correct could create current day days decide detail details different difference easy either else end enough even ever every everybody everyone everything " +
  "example far fast feel few fine first follow former full general get gets getting give given go goes going gone good got great happen hard hate he'll held help here high hold idea ideas important instead into issue " +
  "keep kind know known large last late later lately latest learn least leave left less let likes like liked line list little longer look lot lots love loves low made main make makes making matter maybe mean means might more most move " +
  "name never new next nice nobody nothing now number off often ok old once one only open order other others own part past people perhaps person phrase place plan point possible prefer prefers present probably problem put " +
  "question quick quickly quite read ready real really recently recommend result right run said same save say second see seem send sentence set several shall short since small some someone something soon sort start state still stop " +
  "story such suggest sure take talk tell text than thank thanks thing things think third time times title today together told tomorrow tonight top translate true try trying turn two type until use used user using usually " +
  "version wait walk wants way ways week weekend weeks well went whether whole will wish within without word words work works working world worse write writing wrong year years yes yesterday yet you'd";

export const weakChinese =
  "今天 明天 昨天 今晚 早上 上午 中午 下午 晚上 现在 目前 时候 时间 东西 事情 问题 方法 办法 一个 一些 一种 一点 最近 以前 之前 以后 之后 帮忙 应该 需要 可能 比较 非常 推荐 建议 安排 计划 周末 用户 这样 那样 这个 那个 觉得 知道 记得 " +
  "一 二 三 四 五 六 七 八 九 十 两 几 百 千 万 喜欢 喜爱 讨厌 想要 打算 准备 开始 结束 使用 进行 写 做 想 看 说 问 去 来 买 好 大 小 多 少 新 旧 人 天 年 月 日 次 个 些 种 点 中 上 下 里 外 前 后 最 更 很 还 再 也 都 会 能 让 对 把 跟 它 他 她 们 没 没有 不 别 只 就 才 吧 事 " +
  "什么 怎么 为什么 哪里 哪个 多少 我们 你们 他们 自己 别人 大家 一下 一起 已经 还是 或者 因为 所以 但是 如果 文章 一篇 一首 翻译 解释 总结 告诉 回答";
