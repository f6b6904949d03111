import { standsInOwnWords } from "@/lib/memory/learn/own-words";
import { listOwnSentences } from "@/lib/memory/learn/own-sentences";
import { describe, expect, it } from "vitest";

const stands = (fact: string, said: string) => standsInOwnWords(fact, listOwnSentences(said));

describe("standsInOwnWords", () => {
  it.each([
    ["Lives in Oslo", "I live in Oslo and work as a nurse."],
    ["The user's sister lives in Rome", "I have a sister. She lives in Rome."],
    ["Does not eat pork", "I don't eat pork."],
    ["Loves coffee", "I don't like tea, but I love coffee."],
    ["Is vegan", "I'm vegan, what can I cook tonight?"],
    ["Answer in German", "Please answer in German."],
    ["Rex is 3 years old", "Rex is 3."],
    ["用户住在杭州", "我住在杭州，在银行上班。"],
    ["对花生过敏", "我對花生過敏。"],
    ["不吃香菜", "我不吃香菜"],
    ["女儿叫小米", "我女儿叫小米，今年七岁。"],
    ["Lives in Oslo", "I live in Oslo, and if I moved I would go to Bergen."],
    ["Is vegan", "I'm vegan, what would you cook?"],
    ["Takes the bus if it rains", "I take the bus if it rains."],
    ["Would like to learn Chinese", "I would like to learn Chinese."],
    ["Likes short answers", "I would like short answers."],
    ["Wants to live in Oslo", "I want to live in Oslo."],
    ["Used to smoke", "I used to smoke."],
    ["Works as a nurse", "For ten years I have worked as a nurse."],
    ["Plays chess", "I live in Ulm, work at Bosch and play chess."],
    ["The user and their wife live in Oslo", "My wife and I live in Oslo."],
    ["Dog is called Rex", "My dog, which I love, is called Rex."],
    ["Name is Ana and lives in Oslo", "My name is Ana. I live in Oslo."],
    ["Wife is vegetarian", "My wife is vegetarian, so we rarely cook meat."],
    ["Lives in Oslo", "I told you that I live in Oslo."],
    ["想学钢琴", "我想学钢琴。"],
    ["在银行工作", "我大学毕业后一直在银行工作。"],
    ["住在北京", "我和老婆住在北京。"],
    ["用Python写代码", "我平时用 Python 写代码。"],
    ["希望回答简短", "我希望回答简短一点。"],
  ])("finds %j in %j", (fact, said) => {
    expect(stands(fact, said)).toBe(true);
  });

  it.each([
    ["Lives in Bergen", "I live in Oslo."],
    ["Eats pork", "I don't eat pork."],
    ["Does not like coffee", "I don't like tea, but I love coffee."],
    ["Hates tea", "Tom hates tea."],
    ["Lives in Rome", "I have a sister. She lives in Rome."],
    ["Is allergic to cats", "Is she allergic to cats?"],
    ["Lives in Oslo", "What is it like to live in Oslo?"],
    ["My name is Ana", "Translate the following:\nMy name is Ana and I live here."],
    ["Lives in Oslo", 'She wrote "I live in Oslo".'],
    ["The user", "I am here."],
    ["住在北京", "我住在杭州。"],
    ["吃香菜", "我不吃香菜"],
    ["喜欢茶", "她喜欢茶。"],
    ["叫小红", "翻译下面的话：我叫小红"],
    ["Has a boat called Nora", "If I had a boat I would call it Nora."],
    ["Has a boat called Nora", "I would call it Nora, if I had a boat."],
    ["Has a boat", "If I had a boat, I'd be out all day."],
    ["Has a boat", "I wish I had a boat."],
    ["Lives in Oslo", "Imagine I live in Oslo."],
    ["Works at Bosch", "Suppose that I work at Bosch. What is next?"],
    ["Learns Chinese", "I would like to learn Chinese."],
    ["Has a son named Max", "I'd have a son named Max by now."],
    ["Lives in Oslo with a dog", "I live in Oslo. If only I had a dog."],
    ["我有一条船", "要是我有一条船，我就叫它诺拉。"],
    ["叫诺拉", "要是我有一条船，我就叫它诺拉。"],
    ["住在北京", "如果我住在北京就好了。"],
    ["住在北京", "假如我住在北京，该选哪个区？"],
    ["住在北京", "我住在北京的话，会去看你。"],
    ["住在青岛", "记住我在青岛上学。"],
  ])("does not find %j in %j", (fact, said) => {
    expect(stands(fact, said)).toBe(false);
  });

  it.each([
    ["a wish", "Lives in Oslo", "I want to live in Oslo."],
    ["a dream", "Lives in Oslo", "I dream of living in Oslo."],
    ["a plan", "Lives in Oslo", "I plan to live in Oslo, soon."],
    ["a possibility", "Lives in Oslo", "I might live in Oslo next year."],
    ["an attempt", "Is vegan", "I'm trying to be vegan."],
    ["something to learn", "Plays the piano", "I am learning to play the piano."],
    ["a loss", "Has a dog", "I lost my dog."],
    ["a habit that is over", "Smokes", "I used to smoke."],
    ["the past", "Lives in Oslo", "I lived in Oslo as a child."],
    ["an opinion", "Is married", "People assume I'm married."],
    ["a feeling", "Is stupid", "Sometimes I feel like I am stupid."],
    ["a quotation without marks", "Lives in Oslo", "As Hamlet says, I live in Oslo."],
    ["a play", "Lives on Mars", "In this game I live on Mars."],
    ["a joke", "Is an alien", "I'm an alien. Just kidding!"],
    ["an infinitive", "Lives in Oslo", "To live in Oslo is my dream."],
    ["a wish", "住在北京", "我想住在北京。"],
    ["a hope", "住在北京", "我希望以后住在北京。"],
    ["a possibility", "住在北京", "我可能会住在北京。"],
    ["the past", "住在北京", "我以前住在北京。"],
    ["an opinion", "喜欢香菜", "大家都说我喜欢香菜。"],
    ["a play", "住在火星", "在这个游戏里我住在火星。"],
    ["a joke", "是外星人", "我是外星人。开玩笑的。"],
  ])("does not take %s for what is so: %j in %j", (_what, fact, said) => {
    expect(stands(fact, said)).toBe(false);
  });

  it.each([
    ["Lives in Oslo", "My sister lives in Oslo."],
    ["Lives in Oslo", "My sister, a nurse, lives in Oslo."],
    ["Lives in Oslo", "My sister lives in Oslo and I like her."],
    ["Lives in Oslo", "I have friends who live in Oslo."],
    ["The user's sister lives in Oslo", "My sister is visiting. I live in Oslo."],
    ["The user's sister lives in Oslo", "My sister is visiting and I live in Oslo."],
    ["妹妹住在奥斯陆", "我妹妹来了，我住在奥斯陆。"],
    ["Lives in Oslo", "You live in Oslo."],
    ["Has a dog", "My neighbour has a dog that annoys me."],
    ["Works at Google", "My ex works at Google and we talk."],
    ["住在北京", "我妹妹住在北京。"],
    ["在谷歌工作", "我前男友在谷歌工作，我们还有联系。"],
    ["住在北京", "我妹妹是护士，住在北京。"],
    ["住在奥斯陆", "我认识一个住在奥斯陆的人。"],
  ])("does not take what somebody is for what somebody else is: %j in %j", (fact, said) => {
    expect(stands(fact, said)).toBe(false);
  });
});
