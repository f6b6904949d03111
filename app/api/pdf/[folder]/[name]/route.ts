import { toPdfExtra } from "@/lib/http/pdf-extra";

type Context = { params: Promise<{ folder: string; name: string }> };

/** What pdf.js asks for while it draws some files: part of its package, and for everybody as scripts are. */
export const GET = async (_request: Request, { params }: Context): Promise<Response> =>
  toPdfExtra(await params);
