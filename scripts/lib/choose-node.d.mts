export function ensureSupportedNode(): Promise<void>;
export function isSupported(version: string): boolean;
