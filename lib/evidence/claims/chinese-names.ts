/** Persons, places, institutions and works in a Chinese sentence, by their surname, their ending, their marks or the characters that foreign names are written with. Guesses: it misses more than it invents. */
export function listChineseNames(text: string): string[] {
  const names = new Set<string>();
  for (const match of text.matchAll(/[《「『“]([^》」』”]{2,24})[》」』”]/gu)) {
    if (/^[\p{Script=Han}\p{L}\p{N}·]{2,8}$/u.test(match[1] ?? "")) names.add(match[1] ?? "");
  }
  for (const match of text.matchAll(foreign)) names.add(match[0]);
  for (const match of text.matchAll(dotted)) for (const part of match[0].split("·")) names.add(part);
  for (const match of text.matchAll(known)) names.add(match[0]);
  for (const name of listPlaces(text)) names.add(name);
  for (const name of listPersons(text)) names.add(name);
  return [...names];
}

const foreign =
  /[阿埃艾安奥巴贝比宾伯博布查达戴道德迪蒂杜多厄恩尔法菲费芬弗福盖冈戈格古哈海汉赫亨胡霍基吉加杰卡凯坎柯科克肯库拉莱兰朗劳勒雷黎里丽利莉林琳隆卢鲁路伦罗洛马玛麦曼梅门蒙米密莫姆穆纳娜南内尼妮诺欧帕派佩彭皮普齐奇乔琼热日萨塞森莎山舍什史斯苏索塔泰坦汤唐特提廷图托瓦万威韦维温文沃乌伍西希夏谢辛休雅亚杨耶伊英尤约泽扎詹珍朱兹佐]{4,9}/gu;
const dotted = /[\p{Script=Han}]{1,8}(?:·[\p{Script=Han}]{1,8})+/gu;
const known = new RegExp(
  (
    "中国 美国 英国 法国 德国 日本 韩国 朝鲜 俄罗斯 苏联 印度 印度尼西亚 巴西 加拿大 澳大利亚 意大利 西班牙 葡萄牙 荷兰 比利时 瑞典 挪威 丹麦 芬兰 波兰 奥地利 瑞士 希腊 土耳其 埃及 南非 墨西哥 阿根廷 智利 秘鲁 越南 泰国 马来西亚 新加坡 菲律宾 蒙古 巴基斯坦 伊朗 伊拉克 以色列 沙特 乌克兰 欧盟 联合国 " +
    "北京 上海 天津 重庆 广州 深圳 杭州 南京 苏州 武汉 成都 西安 长沙 沈阳 大连 青岛 济南 厦门 福州 昆明 贵阳 兰州 哈尔滨 长春 郑州 合肥 南昌 南宁 海口 拉萨 银川 西宁 太原 石家庄 宁波 无锡 东莞 香港 澳门 台北 台湾 敦煌 绍兴 桂林 洛阳 " +
    "四川 云南 贵州 广东 广西 湖南 湖北 河南 河北 山东 山西 陕西 甘肃 青海 浙江 江苏 江西 安徽 福建 海南 辽宁 吉林 黑龙江 内蒙古 新疆 西藏 宁夏 东京 伦敦 巴黎 纽约 柏林 莫斯科 罗马 华盛顿 欧洲 亚洲 非洲 北美 南美 东南亚 " +
    "汉族 满族 回族 苗族 壮族 藏族 彝族 侗族 瑶族 白族 傣族 土家族 维吾尔族 蒙古族 朝鲜族 哈萨克族 布依族 秦朝 汉代 唐代 宋代 元代 明代 清代 汉朝 唐朝 宋朝 元朝 明朝 清朝 民国 战国 东汉 西汉 北宋 南宋"
  )
    .split(" ")
    .sort((a, b) => b.length - a.length)
    .join("|"),
  "gu",
);

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });
const placeEnds =
  /(?:省|市|县|区|镇|村|岛|山|河|江|湖|海|湾|峡|寺|塔|桥|站|港|机场|大学|学院|中学|公司|集团|银行|医院|研究所|研究院|博物馆|图书馆|出版社|剧院|公园|俱乐部|局)$/u;
const loose = new Set(
  "的 了 是 在 和 与 及 被 把 从 到 于 由 为 以 并 且 也 都 而 该 此 这 那 其 各 每 全 本 新 老 旧 大 小 高 两 多 一 有 将 对 向 当 至 后 前 中 上 下 内 外 任 称 叫 名 据 经 让 因 位于 距 离 沿 属 师从".split(
    " ",
  ),
);

/** A word that names a kind of place or institution, with the words joined before it: 澜江市, 华南植物研究所. */
function listPlaces(text: string): string[] {
  const names: string[] = [];
  let run = "";
  for (const { segment } of segmenter.segment(text)) {
    if (!/^\p{Script=Han}+$/u.test(segment) || loose.has(segment)) run = "";
    else if (placeEnds.test(segment) && (segment.length >= 3 || run.length >= 2)) {
      if (segment.length > 2 || run !== "")
        names.push(segment.length > 3 ? segment : `${run.slice(-4)}${segment}`);
      run = "";
    } else run = segment.length <= 4 ? segment : "";
  }
  return names.filter(
    (name) => name.length >= 3 && name.length <= 10 && !/^[全本该各年月日个所的]/u.test(name),
  );
}

const surnames =
  "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤温康施文牛樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳翟殷詹申欧耿关兰焦俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕单季裴霍涂成苗谷盛曲翁冉骆蓝路游辛靳管柴蒙鲍华喻祁蒲房滕屈饶解牟艾尤阳时穆农司卓古吉缪简车项连芦麦褚娄窦戚岑景党宫费卜冷晏席卫米柏宗瞿桂全佟应臧闵苟邬边卞姬师和仇栾隋商刁沙荣巫寇桑郎甄丛仲虞敖巩明佘池查麻苑迟邝官封谈匡鞠惠荆乐冀郁胥南班储原栗燕楚鄢劳谌奚皮粟冼蔺楼盘满闻位厉伊仝区郜海阚花权强帅屠豆朴盖练廉禹井祖漆巴丰支卿国狄平计索宣晋相初门云容敬来扈晁芮都普阙浦戈伏鹿薄邸雍辜羊阿乌母裘亓修邰赫杭况那宿鲜印逯隆茹诺战慕危玉银亢嵇公哈湛宾戎勾茅利於呼居揭干但尉冶斯元束檀衣信展阴昝智幸奉植衡富尧闭由";
const titled =
  /(?:[师员长者家将手绅]|经理|院士|教授|博士|研究员|工程师|总设计师|设计师|负责人|领队|主任|局长|院长|校长|馆长|馆员|市长|省长|部长|主席|总统|总理|首相|书记|董事长|总经理|总裁|首席执行官|执行官|发言人|记者|导演|作家|诗人|画家|科学家|物理学家|化学家|植物学家|天文学家|数学家|学者|建筑师|医生|队长|教练|主教练|行长|经济学家|前锋|门将|创始人|作者|主演|演员|编剧|馆员|将军|皇帝|由|是|为|师从)(?:之一)?(?:是|为|：)?(?=([\p{Script=Han}]{2,4}))/gu;
const verbsAfter =
  /(?:表示|说|介绍|认为|指出|称|宣布|担任|获得|发现|出生|去世|毕业|执导|主演|设计|率领|带领|主持|创办|撰写|写|透露|强调|建立|提出|领导|负责|在|于|等|的|、|，|。|和|与|攻入|打进)/u;

/** After a title or before what persons do, two or three characters of which the first is a surname. */
function listPersons(text: string): string[] {
  const names: string[] = [];
  for (const match of text.matchAll(titled)) {
    const following = match[1] ?? "";
    if (!surnames.includes(following[0] ?? "-")) continue;
    const after = text.slice(match.index + match[0].length);
    const length = [3, 2].find((size) => new RegExp(`^${verbsAfter.source}|^$`, "u").test(after.slice(size)));
    if (length !== undefined) names.push(after.slice(0, length));
  }
  return [...names, ...listSegmented(text)];
}

const plainSurnames = new Set(
  "王李张刘陈杨赵吴周徐孙朱胡郭何林罗郑梁谢宋唐许韩冯邓曹彭曾肖董袁潘蒋蔡余杜叶程苏魏吕丁沈姚卢姜崔钟谭陆汪范廖贾韦傅邹熊秦邱尹薛闫侯邵钱覃戴莫孔汤",
);

/** A surname that stands by itself, with the one or two characters behind it: no dictionary knows a person's whole name. */
function listSegmented(text: string): string[] {
  const segments = [...segmenter.segment(text)].map(({ segment }) => segment);
  return segments.flatMap((segment, at) => {
    const [next = "", afterNext = ""] = segments.slice(at + 1, at + 3);
    const isGiven = (part: string) => /^\p{Script=Han}{1,2}$/u.test(part) && !loose.has(part);
    if (!plainSurnames.has(segment) || !isGiven(next) || verbsAfter.test(next)) return [];
    const isTwo =
      next.length === 1 && afterNext.length === 1 && isGiven(afterNext) && !verbsAfter.test(afterNext);
    return [`${segment}${next}${isTwo ? afterNext : ""}`];
  });
}
