import { AppError } from "@/lib/errors";
import { createLibrary, type Library, type LibraryDeps, type LibraryOptions, type Provider } from "./library";

const askLimitMs = 10_000;
type ProviderOptions = Pick<LibraryOptions, "url" | "secret" | "rules" | "google"> & {
  oidc: (Provider & { issuer: string }) | null;
  mail: object | null;
};
export type ProviderName = "google" | "oidc";

/**
 * The library without the OpenID Connect provider starts at once and serves everything else; the one with it
 * is opened when somebody signs in by it, and again the next time when the provider did not answer.
 */
export function createProviders(options: ProviderOptions, deps: LibraryDeps) {
  const shared: LibraryOptions = {
    url: options.url,
    secret: options.secret,
    hasMail: options.mail !== null,
    rules: options.rules,
    google: options.google,
  };
  const core = createLibrary(shared, deps, null);
  let withOidc: Promise<Library> | null = null;

  async function openOidc(): Promise<Library> {
    if (options.oidc === null) throw new AppError("not_found", "This way to sign in is not offered here.");
    const library = createLibrary(shared, deps, options.oidc);
    const context = await withLimit(library.$context);
    if (!context.socialProviders.some(({ id }) => id === "oidc")) throw createSilent();
    return library;
  }

  return {
    core,
    async get(provider: ProviderName): Promise<Library> {
      if (provider === "google") {
        if (options.google === null)
          throw new AppError("not_found", "This way to sign in is not offered here.");
        return core;
      }
      withOidc ??= openOidc();
      const current = withOidc;
      try {
        return await current;
      } catch (error) {
        if (withOidc === current) withOidc = null;
        throw error;
      }
    },
  };
}
export type Providers = ReturnType<typeof createProviders>;

/** Nobody waits longer for a provider than this. */
export async function withLimit<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>(
    (_resolve, reject) => (timer = setTimeout(() => reject(createSilent()), askLimitMs)),
  );
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

function createSilent(): AppError {
  return new AppError("timeout", "The service for signing in does not answer. Try again in a moment.");
}
