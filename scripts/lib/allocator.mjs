/**
 * Environment of the server. glibc, whose allocator reads it when a process starts, keeps up to 25 MB of what
 * native code has freed: an arena per thread, and the end of each up to a threshold that grows with use. Two
 * arenas and a fixed threshold give it back. Other C libraries do not read it.
 */
export const allocatorSettings = { MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "131072" };
