/** Saves what is at an address; without a name the server names the file. The page stays where it is. */
export function download(href: string, name = ""): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = name;
  link.click();
}
