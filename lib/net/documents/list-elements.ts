/** From `root` down, in document order. The parser's own queries take many times as long on large pages. */
export function listElements(root: Element): Element[] {
  const elements: Element[] = [];
  let node: Node = root;
  for (;;) {
    if (node.nodeType === 1) elements.push(node as Element);
    let next: Node | null = node.firstChild;
    while (next === null) {
      if (node === root) return elements;
      next = node.nextSibling;
      if (next !== null) break;
      const parent: Node | null = node.parentNode;
      if (parent === null) return elements;
      node = parent;
    }
    node = next;
  }
}
