/** Words of one meaning in both languages: the concept first, then its other names. Where a name is in two rows the first counts. */
export const languages = `
english 英语 英文|french 法语 法文|german 德语 德文|spanish 西班牙语 西语|italian 意大利语 意语|portuguese 葡萄牙语 葡语|russian 俄语 俄文|japanese 日语 日文
korean 韩语 韩文|chinese mandarin 中文 汉语 普通话 国语|cantonese 粤语 广东话|arabic 阿拉伯语|hindi 印地语|dutch 荷兰语|swedish 瑞典语|polish 波兰语|turkish 土耳其语|thai 泰语|vietnamese 越南语|latin 拉丁语|finnish 芬兰语|danish 丹麦语|norwegian 挪威语|czech 捷克语|greek 希腊语|hungarian 匈牙利语|ukrainian 乌克兰语
romanian 罗马尼亚语|hebrew 希伯来语|persian farsi 波斯语|indonesian 印尼语|malay 马来语|tagalog 他加禄语|bengali 孟加拉语|urdu 乌尔都语|swahili 斯瓦希里语`;

export const occupations = `
software_engineer software+engineer software+developer 软件工程师|engineer 工程师|programmer developer 程序员 开发者|doctor physician 医生 大夫|head_nurse head+nurse 护士长|nurse 护士
teacher 教师 老师|professor 教授|lawyer attorney 律师|accountant 会计 会计师|pilot 飞行员 机长|chef cook 厨师|designer 设计师|architect 建筑师|journalist reporter 记者|writer author 作家
artist 艺术家 画家|musician 音乐家 音乐人|actor actress 演员|photographer 摄影师|product_manager product+manager 产品经理|project_manager project+manager 项目经理|manager 经理
data_scientist data+scientist 数据科学家|scientist researcher 科学家 研究员|pharmacist 药剂师 药师|dentist 牙医|veterinarian vet 兽医|police_officer police+officer 警察|firefighter 消防员
driver 司机|waiter waitress 服务员|salesperson 销售 销售员|translator interpreter 翻译 译员|civil_servant civil+servant 公务员|consultant 顾问 咨询师|analyst 分析师|electrician 电工|carpenter 木匠
mechanic 机械师 修理工|plumber 水管工|librarian 图书管理员|psychologist 心理学家 心理医生|entrepreneur founder 创业者 企业家|barista 咖啡师|farmer 农民|soldier 军人 士兵|student 学生 大学生|retiree 退休人员`;

/** Relatives, animals and things that facts are about. */
export const relations = `
daughter 女儿|son 儿子|child children kid 孩子 小孩|wife 妻子 老婆 太太|husband 丈夫 老公|partner spouse 伴侣 爱人 配偶|girlfriend 女朋友 女友|boyfriend 男朋友 男友|mother mom mum 妈妈 母亲 我妈
father dad 爸爸 父亲 我爸|older_brother older+brother elder+brother big+brother 哥哥|younger_brother younger+brother little+brother 弟弟|older_sister older+sister elder+sister big+sister 姐姐
younger_sister younger+sister little+sister 妹妹|brother 兄弟|sister 姐妹|sibling 兄弟姐妹|parent 父母|grandmother grandma 奶奶|maternal_grandmother 外婆 姥姥|grandfather grandpa 爷爷|maternal_grandfather 外公 姥爷
uncle 叔叔 舅舅|aunt 阿姨 姑姑|cousin 表哥 表姐 表弟 表妹 堂哥 堂弟|nephew 侄子 外甥|niece 侄女 外甥女|friend 朋友|colleague coworker 同事|boss 老板 上司|neighbour neighbor 邻居|roommate flatmate 室友
dog puppy 狗 小狗|cat kitten 猫 猫咪 小猫|bird 鸟|rabbit 兔子|horse 马|hamster 仓鼠|parrot 鹦鹉|fish 鱼|tortoise turtle 乌龟|pet 宠物
project 项目|thesis dissertation 论文 毕业论文|car 车 汽车 轿车|bike bicycle 自行车 单车|motorbike motorcycle 摩托车|company 公司|team 团队|laptop notebook 笔记本 笔记本电脑|computer 电脑|phone 手机
office 办公室|flat apartment 公寓|house 房子|garden 花园|boat 船|school 学校|book 书|website 网站|course 课程|report 报告|wedding 婚礼|graduation 毕业典礼|move 搬家|launch 发布会`;

export const commonWords = `
peanut groundnut 花生|nut 坚果|shellfish 贝类|seafood 海鲜|shrimp prawn 虾 虾仁|crab 螃蟹|fish 鱼|milk 牛奶|dairy 乳制品 奶制品|lactose 乳糖|egg 鸡蛋 蛋|gluten 麸质|wheat 小麦|soy 大豆|pollen 花粉
dust_mite dust+mite 尘螨|dust 灰尘|penicillin 青霉素|aspirin 阿司匹林|latex 乳胶|mango 芒果|strawberry 草莓|bee 蜜蜂|alcohol 酒精 酒
green_tea green+tea 绿茶|black_tea black+tea 红茶|milk_tea milk+tea bubble+tea 奶茶|tea 茶|coffee 咖啡|red_wine red+wine 红酒|white_wine white+wine 白葡萄酒|wine 葡萄酒|beer 啤酒|juice 果汁|water 水|cola coke 可乐
coriander cilantro 香菜|chili chilli 辣椒|spicy_food spicy+food 辣 辣的 辛辣|garlic 大蒜 蒜|onion 洋葱|scallion spring+onion 葱|ginger 姜|mushroom 蘑菇|tomato 番茄 西红柿|potato 土豆|rice 米饭|noodle 面条 面
tofu 豆腐|beef 牛肉|pork 猪肉|chicken 鸡肉|lamb 羊肉|meat 肉|sweets candy 甜食 糖果|chocolate 巧克力|cheese 奶酪 芝士|bread 面包|hotpot hot+pot 火锅|sushi 寿司|pizza 披萨|durian 榴莲|olive 橄榄|apple 苹果
football soccer 足球|basketball 篮球|tennis 网球|table_tennis table+tennis ping+pong 乒乓球|badminton 羽毛球|volleyball 排球|golf 高尔夫|swimming 游泳|running jogging 跑步|hiking 徒步 爬山 远足|cycling 骑车 骑行
skiing 滑雪|yoga 瑜伽|chess 国际象棋|photography 摄影|reading 看书 读书 阅读|cooking 做饭 烹饪|gardening 园艺|travel travelling traveling 旅行 旅游|film movie 电影|music 音乐|jazz 爵士乐 爵士|blues 蓝调
classical_music classical+music 古典音乐|rock 摇滚|opera 歌剧|dancing 跳舞|singing 唱歌|painting 画画 绘画|fishing 钓鱼|camping 露营|game 游戏|piano 钢琴|violin 小提琴|guitar 吉他|cello 大提琴|drum 鼓
blue 蓝色|green 绿色|red 红色|yellow 黄色|black 黑色|white 白色|purple 紫色|pink 粉色 粉红色|orange 橙色|grey gray 灰色|brown 棕色
google 谷歌|apple_inc 苹果公司|microsoft 微软|amazon 亚马逊|meta 脸书|tencent 腾讯|alibaba 阿里巴巴 阿里|bytedance 字节跳动 字节|huawei 华为|xiaomi 小米|baidu 百度|siemens 西门子|bosch 博世|tesla 特斯拉
volkswagen vw 大众|toyota 丰田|bmw 宝马|mercedes 奔驰|audi 奥迪|honda 本田|byd 比亚迪|finance 金融 金融业|education 教育|healthcare 医疗|bank 银行|hospital 医院|university 大学
people person persons 人|breakfast 早饭 早餐|lunch 午饭 午餐|dinner supper 晚饭 晚餐|flying 坐飞机 乘飞机 飞行|driving_licence driving+licence driving+license driver's+licence driver's+license 驾照 驾驶证
colour color 颜色|band 乐队|singer 歌手|food 食物 菜|song 歌 歌曲|animal 动物|city 城市|season 季节|drink 饮料|sport 运动|restaurant 餐厅 饭店|number 数字|windows_os windows|mac macos|macbook 苹果电脑
fluent fluently 流利|native natively 母语|severe severely serious seriously 严重|mild mildly slight slightly 轻微|beginner 初学者|editor 编辑器|browser 浏览器
yuan rmb 元 块 块钱 人民币|euro 欧元|dollar 美元 美金|kilometre kilometer km 公里 千米`;

/** What a word for many holds. */
export const kinds: Record<string, string> = {
  pet: "dog cat bird rabbit hamster parrot fish tortoise",
  child: "son daughter",
  sibling: "brother sister older_brother younger_brother older_sister younger_sister",
  coffee: "espresso latte cappuccino americano",
  tea: "green_tea black_tea",
};

/** Tools of which people mostly use one of a kind at a time. */
export const tools = {
  editor:
    "vim|neovim nvim|emacs|vscode vs+code visual+studio+code|sublime+text|nano|helix|zed|notepad++|intellij intellij+idea|pycharm|webstorm|eclipse",
  browser:
    "chrome google+chrome 谷歌浏览器|firefox 火狐 火狐浏览器|safari|edge microsoft+edge|opera+browser|brave|vivaldi",
  phone: "iphone 苹果手机|pixel google+pixel|galaxy samsung+galaxy|fairphone|oneplus 一加手机",
  laptop: "macbook|thinkpad|chromebook",
  system: "linux|ubuntu|fedora|debian|arch+linux|windows_os windows|mac macos",
  car: "tesla 特斯拉|volkswagen vw 大众|toyota 丰田|bmw 宝马|mercedes 奔驰|audi 奥迪|honda 本田|byd 比亚迪|skoda 斯柯达|volvo 沃尔沃|ford 福特|renault 雷诺|hyundai 现代汽车|kia 起亚|mazda 马自达|nissan 日产",
};

/** Words that name such a kind, as in "a Huawei phone". */
export const toolNouns = "editor browser phone laptop computer car";
