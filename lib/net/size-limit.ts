/** How many bytes a body may have, by what the server calls it and by how it begins. */
export type SizeLimit = (contentType: string, start: Uint8Array) => number;

/** Bytes by kind. */
export type KindSizes = { html: number; document: number; text: number };

export const megabyte = 1024 * 1024;
export const defaultSizes: KindSizes = { html: 2 * megabyte, document: 10 * megabyte, text: 2 * megabyte };

/** PDF and DOCX by their first bytes, whatever their name; else the server's word; without one, the start. */
export function createSizeLimit(sizes: KindSizes = defaultSizes): SizeLimit {
  return (contentType, start) => {
    const begin = new TextDecoder("latin1").decode(start.subarray(0, 512)).trimStart();
    if (begin.startsWith("%PDF-") || begin.startsWith("PK\u0003\u0004")) return sizes.document;
    const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
    if (type.includes("html")) return sizes.html;
    const isUnnamed = type === "" || type === "application/octet-stream" || type === "unknown/unknown";
    return isUnnamed && /^<(!doctype html|html|head|body)/i.test(begin) ? sizes.html : sizes.text;
  };
}
