export const typescriptFlags: string[];
