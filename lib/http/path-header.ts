/** How the proxy tells a page its own address, which Next does not. Whatever a client sends under this name is overwritten. */
export const pathHeader = "x-sextant-path";
