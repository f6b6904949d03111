import type { Fact } from "@/lib/features/memory/shape";
import { buildFact } from "@/tests/support/facts";

/**
 * Questions in words that the facts do not have, in English. `developed` was looked at while it was chosen what counts as near; `unseen` was
 * written with it and left out. `wanted`: the facts that the answer needs; none for what has nothing to do with the person.
 */
export type AskingPerson = {
  name: string;
  set: "developed" | "unseen";
  facts: Fact[];
  questions: { ask: string; wanted: string[] }[];
};

type Told = Record<string, [content: string, category?: Fact["category"]]>;

function toFacts(told: Told): Fact[] {
  return Object.entries(told).map(([id, [content, category = "profile"]]) =>
    buildFact({ id, content, category }),
  );
}

export const askingPeople: AskingPerson[] = [
  {
    name: "Ines",
    set: "developed",
    facts: toFacts({
      home: ["Lives on the fourth floor without a lift"],
      work: ["Repairs violins in her own workshop"],
      boss: ["Employs two apprentices, Sami and Dele"],
      back: ["Slipped a disc last winter"],
      sleep: ["Wakes up at five without an alarm"],
      garden: ["Grows tomatoes on the balcony", "preference"],
      film: ["Watches silent comedies", "preference"],
      sugar: ["Was told by the doctor to avoid sugar"],
      niece: ["Her niece Alba starts school in September"],
      loan: ["Pays off a loan of 400 euros a month"],
      swim: ["Does thirty lengths at the pool every Tuesday", "preference"],
      german: ["Takes evening classes in German", "project"],
      van: ["Drives an old delivery van"],
      mac: ["Keeps the accounts in a spreadsheet", "technical"],
    }),
    questions: [
      { ask: "Is it hard for me to get a piano into my apartment?", wanted: ["home"] },
      { ask: "Which instruments am I good at fixing?", wanted: ["work"] },
      { ask: "Who are my staff?", wanted: ["boss"] },
      { ask: "Should I lift these heavy boxes myself?", wanted: ["back"] },
      { ask: "Am I an early riser?", wanted: ["sleep"] },
      { ask: "Which vegetables do I plant at home?", wanted: ["garden"] },
      { ask: "Pick a movie for this evening", wanted: ["film"] },
      { ask: "Is this chocolate cake a good idea for me?", wanted: ["sugar"] },
      { ask: "What should I buy for my sister's daughter before her first day of class?", wanted: ["niece"] },
      { ask: "How much debt do I repay?", wanted: ["loan"] },
      { ask: "What exercise do I get?", wanted: ["swim"] },
      { ask: "Which foreign language am I studying?", wanted: ["german"] },
      { ask: "What vehicle do I have?", wanted: ["van"] },
      { ask: "What software do I use for bookkeeping?", wanted: ["mac"] },
      { ask: "Could my two trainees take over on Friday?", wanted: ["boss"] },
      { ask: "How many moons does Jupiter have?", wanted: [] },
      { ask: "What is the difference between a virus and a bacterium?", wanted: [] },
      { ask: "Rewrite this sentence in the passive voice: the dog chased the ball", wanted: [] },
      { ask: "When did the Berlin Wall fall?", wanted: [] },
      { ask: "What is the capital of Mongolia?", wanted: [] },
      { ask: "How do I sort a list in Python?", wanted: [] },
      { ask: "Write a short story about a dragon", wanted: [] },
    ],
  },
  {
    name: "Viktor",
    set: "unseen",
    facts: toFacts({
      home: ["Lives in a village outside Salzburg"],
      work: ["Flies cargo planes at night"],
      partner: ["Is engaged to Milena"],
      parents: ["His mother and father run a bakery"],
      milk: ["Cannot digest milk"],
      knee: ["Tore a ligament in the left knee"],
      read: ["Enjoys crime stories", "preference"],
      music: ["Plays the accordion in a folk band", "preference"],
      tent: ["Spends every summer camping by a lake", "preference"],
      house: ["Is building a wooden house", "project"],
      money: ["Saves 300 euros each month for retirement"],
      pets: ["Keeps bees behind the garage"],
      phone: ["Uses a ten-year-old phone with buttons", "technical"],
      exam: ["Sits the captain's exam in March", "project"],
    }),
    questions: [
      { ask: "Where is my home?", wanted: ["home"] },
      { ask: "What is my profession?", wanted: ["work"] },
      { ask: "Who am I going to marry?", wanted: ["partner"] },
      { ask: "What business does my family own?", wanted: ["parents"] },
      { ask: "Is this cheese lasagne safe for me?", wanted: ["milk"] },
      { ask: "Can I go jogging tomorrow, or is my leg injured?", wanted: ["knee"] },
      { ask: "Recommend a detective novel", wanted: ["read"] },
      { ask: "Which instrument do I perform with?", wanted: ["music"] },
      { ask: "How do I like to spend my vacation?", wanted: ["tent"] },
      { ask: "What am I constructing at the moment?", wanted: ["house"] },
      { ask: "How much do I put aside for my pension?", wanted: ["money"] },
      { ask: "Which animals do I look after?", wanted: ["pets"] },
      { ask: "Can I install this app on my mobile?", wanted: ["phone"] },
      { ask: "What test am I studying for?", wanted: ["exam"] },
      { ask: "Do I work during the day?", wanted: ["work"] },
      { ask: "Who invented the steam engine?", wanted: [] },
      { ask: "What is 17 times 23?", wanted: [] },
      { ask: "Explain photosynthesis to a child", wanted: [] },
      { ask: "Which river flows through Vienna?", wanted: [] },
      { ask: "What does the word ubiquitous mean?", wanted: [] },
      { ask: "Write a poem about the sea", wanted: [] },
      { ask: "How many bones are in the human body?", wanted: [] },
    ],
  },
  {
    name: "Ruth",
    set: "unseen",
    facts: toFacts({
      home: ["I moved into a flat above a chemist's in Leeds"],
      work: ["I drive the number 12 bus"],
      kids: ["I have twin girls, Ada and Joy"],
      husband: ["My husband is a cook on a ferry"],
      asthma: ["I carry an inhaler"],
      meat: ["I stopped eating meat in 2019", "preference"],
      choir: ["I sing alto in a choir on Thursdays", "preference"],
      paint: ["I paint landscapes in watercolour", "preference"],
      greece: ["We want to spend Easter on Crete", "project"],
      degree: ["I am doing a distance degree in history", "project"],
      tablet: ["I do everything on an iPad", "technical"],
      dark: ["I am afraid of heights"],
      brother: ["My brother Neil moved to Canada"],
      born: ["I turned fifty in June"],
    }),
    questions: [
      { ask: "What city am I in?", wanted: ["home"] },
      { ask: "How do I earn my money?", wanted: ["work"] },
      { ask: "What are my daughters' names?", wanted: ["kids"] },
      { ask: "What does my spouse do at sea?", wanted: ["husband"] },
      { ask: "Do I have trouble breathing?", wanted: ["asthma"] },
      { ask: "Would I order the steak?", wanted: ["meat"] },
      { ask: "Which musical group do I belong to?", wanted: ["choir"] },
      { ask: "What kind of art do I make?", wanted: ["paint"] },
      { ask: "Which Greek island are we planning to visit?", wanted: ["greece"] },
      { ask: "What subject am I studying at university?", wanted: ["degree"] },
      { ask: "Which device do I use to browse the web?", wanted: ["tablet"] },
      { ask: "Would I enjoy climbing that tower?", wanted: ["dark"] },
      { ask: "Who of my siblings lives abroad?", wanted: ["brother"] },
      { ask: "How old am I?", wanted: ["born"] },
      { ask: "Find a vegetable dish for tonight", wanted: ["meat"] },
      { ask: "What causes thunder?", wanted: [] },
      { ask: "Who painted the Mona Lisa?", wanted: [] },
      { ask: "How far away is the moon?", wanted: [] },
      { ask: "What is the plural of octopus?", wanted: [] },
      { ask: "Give me a synonym for happy", wanted: [] },
      { ask: "How is glass made?", wanted: [] },
      { ask: "Summarise the French Revolution in three sentences", wanted: [] },
    ],
  },
];
