const places: Record<string, string> = {
  "Asia/Shanghai":
    "beijing shanghai china shenzhen guangzhou hangzhou 北京 上海 中国 深圳 广州 杭州 成都 武汉",
  "Asia/Hong_Kong": "hong-kong 香港",
  "Asia/Taipei": "taipei taiwan 台北 台湾",
  "Asia/Tokyo": "tokyo japan osaka kyoto 东京 日本 大阪 京都",
  "Asia/Seoul": "seoul korea south-korea 首尔 韩国",
  "Asia/Singapore": "singapore 新加坡",
  "Asia/Bangkok": "bangkok thailand 曼谷 泰国",
  "Asia/Ho_Chi_Minh": "hanoi vietnam saigon 河内 越南 胡志明市",
  "Asia/Jakarta": "jakarta 雅加达",
  "Asia/Manila": "manila philippines 马尼拉 菲律宾",
  "Asia/Kolkata": "delhi new-delhi mumbai india bangalore kolkata 印度 新德里 孟买",
  "Asia/Dubai": "dubai abu-dhabi 迪拜",
  "Asia/Tehran": "tehran iran 德黑兰 伊朗",
  "Asia/Jerusalem": "jerusalem tel-aviv israel 耶路撒冷 以色列",
  "Asia/Karachi": "karachi pakistan lahore 卡拉奇 巴基斯坦",
  "Asia/Kathmandu": "kathmandu nepal 加德满都 尼泊尔",
  "Europe/London": "london uk england britain united-kingdom 伦敦 英国",
  "Europe/Paris": "paris france 巴黎 法国",
  "Europe/Berlin": "berlin germany munich hamburg frankfurt 柏林 德国 慕尼黑 法兰克福",
  "Europe/Madrid": "madrid spain barcelona 马德里 西班牙 巴塞罗那",
  "Europe/Rome": "rome italy milan 罗马 意大利 米兰",
  "Europe/Vienna": "vienna austria 维也纳 奥地利",
  "Europe/Zurich": "zurich switzerland geneva 苏黎世 瑞士 日内瓦",
  "Europe/Amsterdam": "amsterdam netherlands 阿姆斯特丹 荷兰",
  "Europe/Moscow": "moscow 莫斯科",
  "Europe/Istanbul": "istanbul turkey 伊斯坦布尔 土耳其",
  "Europe/Athens": "athens greece 雅典 希腊",
  "Europe/Lisbon": "lisbon portugal 里斯本 葡萄牙",
  "Europe/Stockholm": "stockholm sweden 斯德哥尔摩 瑞典",
  "Europe/Dublin": "dublin ireland 都柏林 爱尔兰",
  "Atlantic/Reykjavik": "reykjavik iceland 雷克雅未克 冰岛",
  "America/New_York": "new-york boston washington miami atlanta nyc 纽约 波士顿 华盛顿 迈阿密",
  "America/Chicago": "chicago houston dallas texas 芝加哥 休斯敦",
  "America/Denver": "denver 丹佛",
  "America/Los_Angeles":
    "los-angeles san-francisco seattle california silicon-valley 洛杉矶 旧金山 西雅图 加州 硅谷",
  "America/Toronto": "toronto montreal ottawa 多伦多 蒙特利尔",
  "America/Vancouver": "vancouver 温哥华",
  "America/Mexico_City": "mexico-city mexico 墨西哥城 墨西哥",
  "America/Sao_Paulo": "sao-paulo rio rio-de-janeiro 圣保罗 里约",
  "America/Argentina/Buenos_Aires": "buenos-aires argentina 布宜诺斯艾利斯 阿根廷",
  "Africa/Cairo": "cairo egypt 开罗 埃及",
  "Africa/Lagos": "lagos nigeria 拉各斯",
  "Africa/Nairobi": "nairobi kenya 内罗毕 肯尼亚",
  "Africa/Johannesburg": "johannesburg cape-town south-africa 约翰内斯堡 开普敦 南非",
  "Australia/Sydney": "sydney melbourne canberra 悉尼 墨尔本 堪培拉",
  "Australia/Perth": "perth 珀斯",
  "Pacific/Auckland": "auckland new-zealand wellington 奥克兰 新西兰",
  "Pacific/Honolulu": "honolulu hawaii 檀香山 夏威夷",
  UTC: "utc gmt greenwich 格林尼治 世界时",
};

const zoneByPlace = new Map<string, string>([
  ...Intl.supportedValuesOf("timeZone").map((zone): [string, string] => [
    toPlace(zone.split("/").at(-1) ?? zone),
    zone,
  ]),
  ...Object.entries(places).flatMap(([zone, names]) =>
    names.split(" ").map((name): [string, string] => [toPlace(name), zone]),
  ),
]);
const longestFirst = [...zoneByPlace.keys()].toSorted((a, b) => b.length - a.length);

/** The zones of the places named in a text, in their order, each once. */
export function findZones(text: string): string[] {
  const lower = text.toLowerCase();
  const found: { at: number; zone: string }[] = [];
  let rest = lower;
  for (const place of longestFirst) {
    const at = findPlace(rest, place);
    const zone = zoneByPlace.get(place);
    if (at < 0 || zone === undefined) continue;
    found.push({ at, zone });
    rest = rest.slice(0, at) + "\u0000".repeat(place.length) + rest.slice(at + place.length);
  }
  return [...new Set(found.toSorted((a, b) => a.at - b.at).map((one) => one.zone))];
}

function findPlace(text: string, place: string): number {
  if (/\p{Script=Han}/u.test(place)) return text.indexOf(place);
  for (let at = text.indexOf(place); at >= 0; at = text.indexOf(place, at + 1)) {
    const around = `${text[at - 1] ?? " "}${text[at + place.length] ?? " "}`;
    if (!/[a-z]/u.test(around)) return at;
  }
  return -1;
}

function toPlace(name: string): string {
  return name.toLowerCase().replace(/[_-]/gu, " ");
}
