/** A finish reason in the place of the vendor's: the text was meant as an action that nobody could read. */
export const unreadableEnd = "sextant:unreadable";
