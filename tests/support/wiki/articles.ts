export type Article = {
  title: string;
  /** ISO 639 code; by default the one that the title's script says. */
  language?: string;
  /** Paragraphs separated by an empty line; a line that starts with `## ` is a heading. */
  text: string;
};

/** A small encyclopaedia in English and Chinese, written for tests. */
export const articles: Article[] = [
  {
    title: "Eiffel Tower",
    text: `The Eiffel Tower is a wrought-iron lattice tower on the Champ de Mars in Paris, France. It is named after the engineer Gustave Eiffel, whose company designed and built the tower from 1887 to 1889.

## Height

The tower is 330 metres tall, about the same height as an 81-storey building. It was the tallest structure in the world for 41 years, until the Chrysler Building in New York was finished in 1930.

## Visitors

About seven million people visit the tower each year. It has three levels for visitors, with restaurants on the first and second levels.`,
  },
  {
    title: "Gustave Eiffel",
    text: `Gustave Eiffel was a French civil engineer, born in Dijon in 1832. His company built railway bridges, and the tower in Paris that bears his name.

## Later life

After 1893 Eiffel left his company and turned to meteorology and aerodynamics. He died in Paris on 27 December 1923.`,
  },
  {
    title: "Sextant",
    text: `A sextant is a navigation instrument that measures the angle between two visible objects. Its main use is to measure the angle between a star or the Sun and the horizon, which gives the latitude of a ship.

## Scale

The scale of a sextant is one sixth of a circle, or 60 degrees. Because of the mirrors it can measure up to 120 degrees.

## History

John Hadley and Thomas Godfrey developed the octant independently around 1730. The sextant followed in 1757, when John Bird built the first one.`,
  },
  {
    title: "Honey bee",
    text: `A honey bee is a flying insect within the genus Apis of the bee family. Honey bees build nests from wax and store honey in them.

## Colony

A colony has one queen, some hundreds of drones and up to sixty thousand workers. A worker lives about six weeks in summer.

## Dance

A forager tells its nestmates the direction and distance of flowers by the waggle dance. Karl von Frisch described its meaning in 1927.`,
  },
  {
    title: "Mount Kilimanjaro",
    text: `Mount Kilimanjaro is a dormant volcano in Tanzania. It is the highest mountain in Africa, 5,895 metres above sea level.

## Climbing

Hans Meyer and Ludwig Purtscheller were the first to reach the summit, in 1889. About forty thousand people try to climb the mountain each year.`,
  },
  {
    title: "SQLite",
    text: `SQLite is a database engine written in the C programming language. D. Richard Hipp designed it in the spring of 2000 while working for General Dynamics. It is a library inside a program, not a server.

## Journal

In write-ahead logging mode readers do not block a writer, and a writer does not block readers. Only one writer can be active at a time.`,
  },
  {
    title: "长城",
    text: `长城是中国古代修建的一系列防御工事，西起嘉峪关，东至虎山。1987年，长城被列入世界文化遗产名录。

## 长度

2012年，国家文物局公布，历代长城总长度为21196.18公里，分布在十五个省、自治区和直辖市。

## 历史

秦始皇统一六国后，命令蒙恬把各国的旧墙连接起来。今天所见的长城多为明代所建。`,
  },
  {
    title: "杭州",
    text: `杭州是浙江省的省会，位于钱塘江下游，京杭大运河的南端。

## 西湖

西湖位于杭州市区西面，面积约6.38平方公里，2011年被列入世界文化遗产名录。苏堤由苏轼主持修建。`,
  },
];
