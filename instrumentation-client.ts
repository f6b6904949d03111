import { config } from "zod/v4/core";

// Without this zod probes for `new Function`, which the pages' security policy reports as a violation.
config({ jitless: true });
