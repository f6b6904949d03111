import { laterEnglish } from "./english-later";
import { englishNeedles } from "./english-needles";
import type { LanguageTemplates, Words } from "./needle";

const months = "January February March April May June July August September October November December".split(
  " ",
);

const words: Words = {
  people:
    "Ana Ben Carla Dmitri Elif Farid Greta Hugo Ines Jonas Kavita Leo Marta Nils Olga Priya Quentin Rosa Sven Tariq Uma Viktor Wanda Yusuf Zoe".split(
      " ",
    ),
  places:
    "Lisbon Oslo Turku Ghent Bologna Kraków Porto Graz Leeds Malmö Nantes Bergen Zadar Valletta Tartu Cork Basel Lyon Split Aarhus".split(
      " ",
    ),
  things:
    "locker bicycle garage suitcase router printer piano greenhouse boat caravan telescope workshop freezer projector kiln".split(
      " ",
    ),
  streets:
    "Harbour Road|Mill Lane|Orchard Street|Quarry Hill|Station Avenue|Chapel Row|Foundry Street|Willow Close|Castle Terrace|Ferry Lane".split(
      "|",
    ),
  makeDate: (random) => `${random.whole(1, 28)} ${random.pick(months)} ${random.whole(2027, 2031)}`,
};

export const english: LanguageTemplates = {
  words,
  needles: { ...englishNeedles, later: laterEnglish },
  joiner: " ",
  exchanges: [
    (r, w) => ({
      question: `Can you help me plan a weekend in ${r.pick(w.places)}? We are ${r.whole(2, 6)} people and like walking.`,
      result: null,
      answer: `For a weekend in ${r.pick(w.places)} I would begin at the old market and walk along the water.`,
    }),
    (r, w) => ({
      question: `Thanks, that helps. What would you cook for ${r.pick(w.people)} and ${r.pick(w.people)} on a cold evening?`,
      result: null,
      answer: `A bean stew with fennel takes about ${r.whole(40, 90)} minutes and needs one pot.`,
    }),
    (r, w) => ({
      question: `Please shorten this note: the ${r.pick(w.things)} was delivered late and nobody called us about it.`,
      result: null,
      answer: `“The ${r.pick(w.things)} came late, and nobody called.” That is shorter and keeps the point.`,
    }),
    (r) => ({
      question: `What is ${r.whole(11, 99)} times ${r.whole(11, 99)}? And how do I check that without a calculator?`,
      result: null,
      answer: `Multiply the tens first and add the rest; a check by nines tells at once whether a digit is wrong.`,
    }),
    (r, w) => ({
      question: `My cousin ${r.pick(w.people)} said the train to ${r.pick(w.places)} is slow. Is the bus better?`,
      result: null,
      answer: `The bus takes about ${r.whole(2, 9)} hours and stops twice; the train is steadier in winter.`,
    }),
    (r, w) => ({
      question: `Could you look up the opening hours of the museum in ${r.pick(w.places)}?`,
      result: `Found 2 results for "museum hours" with Wikipedia.\n[1] City museum\nhttps://example.org/museum-${r.whole(1, 999)}\nexample.org\nThe museum opens at ${r.whole(8, 11)}:30 and closes at ${r.whole(16, 20)}:00 on most days.`,
      answer: `It usually opens in the morning and closes before the evening [1].`,
    }),
    (r, w) => ({
      question: `How do I explain to ${r.pick(w.people)} why the ${r.pick(w.things)} makes that noise?`,
      result: null,
      answer: `Say that something loose vibrates, and that tightening ${r.whole(2, 8)} screws is the first thing to try.`,
    }),
    (r, w) => ({
      question: `I talked with ${r.pick(w.people)} about moving to ${r.pick(w.places)}. What should one think of first?`,
      result: null,
      answer: `Think of work, rent and friends first; a list of ${r.whole(3, 7)} points is enough to begin with.`,
    }),
    (r, w) => ({
      question: `ok cool. what plants survive on a balcony in ${r.pick(w.places)}?`,
      result: null,
      answer: `Thyme, sedum and most grasses do; water them every ${r.whole(3, 9)} days in summer.`,
    }),
    (r, w) => ({
      question: `Yesterday I paid ${r.whole(12, 90)} euros for lunch in ${r.pick(w.places)}, was that too much?`,
      result: null,
      answer: `For a lunch with a drink in the centre that is within what people pay.`,
    }),
  ],
  sentences: [
    (r, w) => `People in ${r.pick(w.places)} often tell the same story with another ending.`,
    (r) => `Give it about ${r.whole(2, 40)} minutes before you judge the result.`,
    () => "It is worth writing down what you tried, because the second attempt is rarely like the first.",
    (r, w) => `${r.pick(w.people)} would probably say that the simple way is good enough here.`,
    () => "If it rains, the same plan works indoors with little change.",
    (r) => `A rule of thumb says ${r.whole(2, 9)} parts of patience to one part of skill.`,
    () => "Keep the receipt, and take a picture of it while it can still be read.",
    (r, w) =>
      `Around ${w.makeDate(r).replace(" 20", " 19")} the prices changed for the first time, so look again before you decide.`,
    () => "Start with the part that worries you most, since everything else gets easier after that.",
    (r, w) =>
      `The office in ${r.pick(w.places)} answers on weekdays between ${r.whole(8, 10)} and ${r.whole(14, 18)}.`,
    () => "There is no harm in asking twice, as long as one listens to the answer.",
    (r) =>
      `Most guides give a range of ${r.whole(10, 40)} to ${r.whole(50, 90)}, and the truth lies with the lower half.`,
  ],
};
