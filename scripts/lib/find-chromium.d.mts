export function findChromium(options?: {
  env?: NodeJS.ProcessEnv;
  platform?: NodeJS.Platform;
}): string | null;
