export const textSizes = ["small", "normal", "large"] as const;
/** `mod_enter`: with Ctrl or ⌘. */
export const sendKeys = ["enter", "mod_enter"] as const;
/** How much room is left between the rows of lists and between messages. */
export const densities = ["comfortable", "compact"] as const;

/** Of what the person is told when an answer is ready or waits for them. */
export const switchStates = ["off", "on"] as const;

/** What of a person's preferences each page needs; kept with the browser, too, so that no page flashes. */
export type Look = {
  textSize: (typeof textSizes)[number];
  sendKey: (typeof sendKeys)[number];
  density: (typeof densities)[number];
  answerSound: (typeof switchStates)[number];
  notices: (typeof switchStates)[number];
};
