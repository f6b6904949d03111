/** Traditional characters of the forms and of the words beside them as simplified ones, one for one: what is matched is written once. */
export function foldChinese(text: string): string {
  return text.replace(/\p{Script=Han}/gu, (character) => simplified.get(character) ?? character);
}

const traditional =
  "記請別從現後們嗎麼說話個這時對過歲來寫譯給幫稱總遠點買關誰為開問題書電單詞碼號員項習處內讓帶覺養錢媽爺歡愛務順謝續縮臺詩編講擬裝設發議當會學歷錄滿復體簡數據庫標結論訂鎖檢餵憶筆備註獨禮聽裡裏興與貓";
const plain =
  "记请别从现后们吗么说话个这时对过岁来写译给帮称总远点买关谁为开问题书电单词码号员项习处内让带觉养钱妈爷欢爱务顺谢续缩台诗编讲拟装设发议当会学历录满复体简数据库标结论订锁检喂忆笔备注独礼听里里兴与猫";
const simplified = new Map(
  Array.from(traditional, (character, index) => [character, plain.charAt(index)] as const),
);
