export function ensureSupportedNode(): Promise<void>;
/** Says what to do and exits when this Node is too old. */
export function refuseOldNode(): void;
export function isSupported(version: string): boolean;
