/** For what scrolls by itself: the keyboard must be able to reach it, though nothing in it can be pressed. */
export const scrollable = { tabIndex: 0 } as const;
