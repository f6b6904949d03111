import { isAppError } from "@/lib/errors";

/** What a page shows, or `null` where there is no such record: then the page is none either. */
export async function findOwn<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (isAppError(error) && (error.code === "not_found" || error.code === "invalid_request")) return null;
    throw error;
  }
}
