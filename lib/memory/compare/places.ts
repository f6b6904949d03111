/** City, its names in Chinese, its country; names with a slash are further spellings. */
const cities = `
beijing/peking 北京 china|shanghai 上海 china|guangzhou/canton 广州 china|shenzhen 深圳 china|hangzhou 杭州 china|nanjing/nanking 南京 china|chengdu 成都 china
wuhan 武汉 china|suzhou 苏州 china|ningbo 宁波 china|xi'an/xian 西安 china|chongqing 重庆 china|tianjin 天津 china|lanzhou 兰州 china|qingdao 青岛 china
dalian 大连 china|xiamen 厦门 china|changsha 长沙 china|zhengzhou 郑州 china|shenyang 沈阳 china|harbin 哈尔滨 china|kunming 昆明 china|sanya 三亚 china
jinan 济南 china|hefei 合肥 china|fuzhou 福州 china|nanchang 南昌 china|guiyang 贵阳 china|dongguan 东莞 china|foshan 佛山 china|wuxi 无锡 china
hong_kong/hong kong 香港 china|macau/macao 澳门 china|taipei 台北/臺北 taiwan|tokyo 东京 japan|osaka 大阪 japan|kyoto 京都 japan|seoul 首尔 korea
singapore 新加坡 singapore|bangkok 曼谷 thailand|hanoi 河内 vietnam|jakarta 雅加达 indonesia|manila 马尼拉 philippines|delhi/new delhi 新德里/德里 india|mumbai/bombay 孟买 india
bangalore/bengaluru 班加罗尔 india|dubai 迪拜 uae|istanbul 伊斯坦布尔 turkey|moscow 莫斯科 russia|cairo 开罗 egypt|nairobi 内罗毕 kenya|lagos 拉各斯 nigeria
london 伦敦 uk|manchester 曼彻斯特 uk|edinburgh 爱丁堡 uk|oxford 牛津 uk|cambridge 剑桥 uk|bristol 布里斯托 uk|dublin 都柏林 ireland|paris 巴黎 france|lyon 里昂 france
marseille 马赛 france|berlin 柏林 germany|munich 慕尼黑 germany|hamburg 汉堡 germany|frankfurt 法兰克福 germany|cologne 科隆 germany|stuttgart 斯图加特 germany|leipzig 莱比锡 germany
dresden 德累斯顿 germany|vienna 维也纳 austria|graz 格拉茨 austria|zurich/zürich 苏黎世 switzerland|geneva 日内瓦 switzerland|bern 伯尔尼 switzerland|rome 罗马 italy|milan 米兰 italy
turin 都灵 italy|naples 那不勒斯 italy|florence 佛罗伦萨 italy|bologna 博洛尼亚 italy|venice 威尼斯 italy|madrid 马德里 spain|barcelona 巴塞罗那 spain|seville 塞维利亚 spain
valencia 瓦伦西亚 spain|lisbon 里斯本 portugal|porto 波尔图 portugal|amsterdam 阿姆斯特丹 netherlands|rotterdam 鹿特丹 netherlands|brussels 布鲁塞尔 belgium|copenhagen 哥本哈根 denmark
stockholm 斯德哥尔摩 sweden|oslo 奥斯陆 norway|helsinki 赫尔辛基 finland|warsaw 华沙 poland|krakow 克拉科夫 poland|prague 布拉格 czechia|budapest 布达佩斯 hungary|athens 雅典 greece
new_york/new york city/new york/nyc 纽约 usa|los_angeles/los angeles 洛杉矶 usa|san_francisco/san francisco 旧金山/三藩市 usa|seattle 西雅图 usa|boston 波士顿 usa|chicago 芝加哥 usa
austin 奥斯汀 usa|houston 休斯顿/休斯敦 usa|dallas 达拉斯 usa|denver 丹佛 usa|miami 迈阿密 usa|portland 波特兰 usa|atlanta 亚特兰大 usa|philadelphia 费城 usa|san_diego/san diego 圣地亚哥 usa
toronto 多伦多 canada|vancouver 温哥华 canada|montreal 蒙特利尔 canada|ottawa 渥太华 canada|mexico_city/mexico city 墨西哥城 mexico|sydney 悉尼 australia|melbourne 墨尔本 australia
brisbane 布里斯班 australia|perth 珀斯 australia|auckland 奥克兰 new_zealand|wellington 惠灵顿 new_zealand|sao_paulo/são paulo/sao paulo 圣保罗 brazil|buenos_aires/buenos aires 布宜诺斯艾利斯 argentina`;

const countries = `
china 中国|taiwan 台湾|japan 日本|korea/south korea 韩国|singapore 新加坡|thailand 泰国|vietnam 越南|indonesia 印度尼西亚/印尼|philippines/the philippines 菲律宾|india 印度
uae/dubai emirates 阿联酋|turkey 土耳其|russia 俄罗斯|egypt 埃及|kenya 肯尼亚|nigeria 尼日利亚|uk/the uk/united kingdom/england/great britain 英国|ireland 爱尔兰|france 法国|germany 德国
austria 奥地利|switzerland 瑞士|italy 意大利|spain 西班牙|portugal 葡萄牙|netherlands/the netherlands/holland 荷兰|belgium 比利时|denmark 丹麦|sweden 瑞典|norway 挪威|finland 芬兰
poland 波兰|czechia/czech republic 捷克|hungary 匈牙利|greece 希腊|usa/the usa/the us/united states/the united states/america 美国|canada 加拿大|mexico 墨西哥|australia 澳大利亚/澳洲
new_zealand/new zealand 新西兰|brazil 巴西|argentina 阿根廷`;

/** Further places, which are told from other names but not translated. */
const others = `
bremen bergen antwerp ghent utrecht leeds liverpool sheffield birmingham glasgow cardiff belfast nottingham leicester southampton brighton york bath exeter norwich aberdeen dundee cork galway limerick
the_hague eindhoven groningen leiden delft haarlem bruges leuven liège luxembourg nice toulouse bordeaux nantes strasbourg lille rennes montpellier grenoble dijon hanover nuremberg düsseldorf dortmund essen
bonn mannheim karlsruhe freiburg heidelberg kiel lübeck rostock potsdam mainz münster augsburg regensburg jena weimar erfurt basel lausanne lucerne salzburg linz innsbruck bolzano trieste verona padua
genoa pisa siena bari palermo catania bilbao malaga granada zaragoza salamanca coimbra braga faro gothenburg malmö uppsala trondheim stavanger aarhus odense aalborg tampere turku espoo reykjavik tallinn
tartu riga vilnius kaunas gdansk poznan wroclaw lodz brno ostrava bratislava ljubljana maribor zagreb split belgrade sarajevo skopje sofia plovdiv bucharest cluj chisinau kyiv lviv odesa minsk thessaloniki
ankara izmir tbilisi yerevan baku tehran baghdad beirut amman jerusalem haifa riyadh jeddah doha muscat kuwait karachi lahore islamabad dhaka colombo kathmandu pune chennai hyderabad kolkata jaipur yangon
saigon penang nagoya sapporo fukuoka kobe yokohama busan incheon ulaanbaatar adelaide canberra hobart darwin christchurch dunedin honolulu anchorage calgary edmonton winnipeg quebec halifax detroit cleveland
pittsburgh baltimore washington nashville memphis phoenix tucson sacramento oakland minneapolis milwaukee charlotte raleigh tampa orlando albuquerque omaha boulder guadalajara monterrey havana bogotá bogota
medellín medellin quito lima santiago montevideo caracas rio recife salvador curitiba brasília accra dakar abidjan kampala kigali addis_ababa dar_es_salaam johannesburg durban cape_town casablanca rabat tunis
烟台 潍坊 临沂 洛阳 开封 桂林 南宁 海口 珠海 中山 惠州 汕头 温州 绍兴 嘉兴 金华 台州 徐州 常州 南通 扬州 镇江 泉州 漳州 石家庄 保定 唐山 太原 呼和浩特 包头 长春 吉林 大庆 银川 西宁 兰溪 乌鲁木齐 拉萨 宜昌 襄阳 株洲 湘潭 九江 赣州 芜湖 蚌埠 绵阳 遵义 大理 丽江 台南 台中 高雄 望京 浦东`;

type Place = { concept: string; names: string[]; country: string | null };

/** The places that rules know in both languages, with the country that each lies in. */
export const places: readonly Place[] = [
  ...toRows(countries).map(toPlace),
  ...toRows(cities).map(toPlace),
  ...others.trim().split(/\s+/u).map(toUntranslated),
];

const countryOf = new Map(
  places.flatMap(({ concept, country }) =>
    country === null || country === concept ? [] : [[concept, country] as const],
  ),
);
const known = new Set(places.map(({ concept }) => concept));

export function isPlace(term: string): boolean {
  return known.has(term);
}

/** `null` for a country and for what is not known. */
export function findCountry(term: string): string | null {
  return countryOf.get(term) ?? null;
}

function toRows(text: string): string[] {
  return text.trim().split(/[|\n]/u);
}

/** English names may hold blanks, Chinese ones none: the row is cut round its Chinese column. */
function toPlace(row: string): Place {
  const [, english = "", chinese = "", country = ""] =
    /^(.+?) (\S*\p{Script=Han}\S*) ?(\S*)$/u.exec(row) ?? [];
  const names = english.split("/");
  return {
    concept: names[0] ?? "",
    names: [...names, ...chinese.split("/")],
    country: country === "" ? null : country,
  };
}

function toUntranslated(name: string): Place {
  return { concept: name, names: [name.replaceAll("_", " ")], country: null };
}
