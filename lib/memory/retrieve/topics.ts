import type { Fact } from "@/lib/protocol/memories";

/**
 * What a question may be about, and the facts that matter for it. `asked` names the topic in any question, `askedOfSelf` only in
 * one about the person; facts that hold one of these words or of `told`, or are of the category, belong to it.
 */
export type Topic = { asked?: string; askedOfSelf?: string; told?: string; category?: Fact["category"] };

const kin =
  "wife husband partner married fiance girlfriend boyfriend son daughter child children kids baby mother mom mum father dad brother sister grandmother grandfather 妻子 老婆 太太 丈夫 老公 爱人 女朋友 男朋友 儿子 女儿 孩子 宝宝 妈妈 母亲 爸爸 父亲 哥哥 弟弟 姐姐 妹妹 奶奶 爷爷 外婆 外公";
const languages =
  "english chinese mandarin cantonese german french spanish italian portuguese russian japanese korean arabic dutch swedish danish norwegian finnish polish czech greek turkish hebrew hindi urdu bengali thai vietnamese indonesian ukrainian hungarian romanian native_speaker fluent 中文 普通话 语";
const home = "live lives based home moved 住 家在 定居 搬到 搬去 搬回 搬进";

/** One line, one topic. */
export const topics: readonly Topic[] = [
  {
    asked:
      "recipe recipes cook cooking dinner lunch breakfast supper brunch meal meals menu restaurant restaurants snack snacks takeaway 菜谱 食谱 做饭 做菜 下厨 晚饭 午饭 早饭 晚餐 午餐 早餐 夜宵 餐厅 餐馆 点菜 外卖 吃什么 聚餐 零食",
    askedOfSelf: "eat eats eating food foods diet drink drinks 吃 食物 饮食 喝 忌口 口味",
    told: "allergic allergy intolerant vegetarian vegan pescatarian halal kosher gluten lactose spicy meat beef pork fish seafood shellfish peanut peanuts nuts egg milk cheese coffee tea cuisine dish coriander sweet 过敏 不耐受 素食 吃素 清真 辣 菜 肉 鱼 海鲜 花生 坚果 鸡蛋 牛奶 乳糖 麸质 咖啡 茶 香菜 甜",
  },
  {
    asked:
      "trip trips travel travelling traveling holiday holidays vacation flight flights hotel hotels itinerary 旅行 旅游 出游 度假 机票 航班 酒店 行程 出差",
    told: `fly flying passport visa seat train wheelchair seasick ${home} 坐飞机 护照 签证 靠窗 火车 自驾 恐高 晕车 轮椅`,
  },
  {
    asked:
      "weather forecast umbrella nearby near_me around_here local time_zone 时区 天气 气温 附近 周边 本地 同城",
    told: home,
  },
  {
    asked: "gift gifts birthday_present present_for 礼物 送礼 送什么",
    told: "birthday anniversary 生日 纪念日",
  },
  {
    asked: "exercise exercises workout workouts sport sports fitness gym 运动 锻炼 健身",
    told: "run runs running marathon swim swimming hiking climbing cycling football soccer basketball tennis badminton yoga skiing knee injury injured 跑步 马拉松 游泳 爬山 徒步 登山 骑车 骑行 足球 篮球 网球 羽毛球 瑜伽 滑雪 膝盖 受伤 腰",
  },
  {
    asked:
      "code coding program programming programmer script function functions framework bug debug debugging api sql database compile compiler algorithm backend frontend website 代码 编程 程序 脚本 函数 框架 调试 数据库 后端 前端 接口 算法 网站",
    askedOfSelf:
      "editor stack tech tools setup computer laptop operating_system 编辑器 技术栈 工具 电脑 操作系统",
    told: "typescript javascript python java rust golang kotlin swift ruby php react vue svelte django postgres mysql linux fedora ubuntu debian macos windows android ios 安卓 vim emacs vscode docker",
    category: "technical",
  },
  {
    asked: "music song songs playlist concert 音乐 歌曲 歌单 演唱会",
    told: "jazz rock classical guitar piano violin sing sings band 爵士 摇滚 古典 吉他 钢琴 唱歌 歌手 乐队",
  },
  {
    asked: "film films movie movies cinema series 电影 电视剧 纪录片 剧集",
    told: "scifi horror comedy comedies thriller documentary documentaries 科幻 恐怖 喜剧 悬疑",
  },
  {
    asked: "book books novel novels 书 书籍 小说 读物",
    told: "fiction fantasy author read reads reading 科幻 推理 作家 阅读 读书",
  },
  {
    asked: "instrument instruments 乐器",
    told: "guitar piano violin viola cello flute clarinet saxophone trumpet drums ukulele harp accordion 吉他 钢琴 小提琴 大提琴 笛 箫 鼓 二胡 古筝 琵琶 萨克斯 弹琴",
  },
  {
    askedOfSelf: "vegetarian vegan diet meat 素食 吃素 吃肉 吃荤",
    told: "vegetarian vegan pescatarian eat_meat eats_meat omnivore 素食 吃素 吃肉 吃荤 纯素",
  },
  {
    askedOfSelf: "colour color colours colors 颜色",
    told: "red blue green yellow purple orange pink black white grey 红色 蓝色 绿色 黄色 紫色 橙色 粉色 黑色 白色 灰色",
  },
  {
    askedOfSelf: "pet pets animal animals 宠物 动物",
    told: "dog dogs puppy cat cats kitten rabbit hamster parrot bird fish tortoise 狗 猫 兔 仓鼠 鹦鹉 鸟 金鱼 乌龟",
  },
  { askedOfSelf: "family relatives relative 家人 家庭 亲人 家里人", told: kin },
  {
    asked: "带孩子 带娃 给孩子",
    askedOfSelf: "child children kid kids 孩子 小孩 子女",
    told: "son sons daughter daughters twins 儿子 女儿 双胞胎",
  },
  { askedOfSelf: "parents 父母 爸妈", told: "mother mom mum father dad 妈妈 母亲 爸爸 父亲" },
  { askedOfSelf: "sibling siblings 兄弟姐妹", told: "brother sister 哥哥 弟弟 姐姐 妹妹" },
  {
    askedOfSelf: "job occupation profession career for_a_living do_i_do i_do_for 职业 工作 做什么的 上班",
    told: "engineer teacher doctor nurse lawyer designer developer programmer accountant pilot chef student manager journalist scientist researcher architect driver retired freelance freelancer founder consultant 工程师 老师 教师 医生 护士 律师 设计师 程序员 会计 飞行员 厨师 学生 经理 记者 科学家 研究员 建筑师 司机 退休 自由职业 创业",
  },
  { askedOfSelf: "language languages speak 语言 会说 哪国话", told: languages },
  {
    askedOfSelf: "health illness condition medication medicine 健康 身体 生病 吃药 药",
    told: "allergic allergy diabetes diabetic asthma blood_pressure migraine pregnant injury 过敏 糖尿病 哮喘 血压 偏头痛 怀孕 受伤",
  },
  { askedOfSelf: "project projects working_on busy_with 项目 在做什么 在忙", category: "project" },
  {
    askedOfSelf: "preference preferences taste tastes hobby hobbies my_interests 偏好 爱好 喜好 我的兴趣",
    told: "likes enjoys loves hobby hobbies 喜欢 爱好",
    category: "preference",
  },
  { askedOfSelf: "my_profile personal_details 个人信息 个人资料", category: "profile" },
];
