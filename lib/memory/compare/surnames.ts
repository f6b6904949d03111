const surnames =
  "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤欧阳";

/** Whether Chinese characters look like a person's name: a common surname or a familiar 小, 阿, 老 before one to three others. */
export function looksLikeChineseName(text: string): boolean {
  return /^\p{Script=Han}{2,4}$/u.test(text) && `${surnames}小阿老`.includes(text[0] ?? "");
}
