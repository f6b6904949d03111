/** The proxy tells a page its address, as Next does not. What a client sends under it is overwritten. */
export const pathHeader = "x-sextant-path";
