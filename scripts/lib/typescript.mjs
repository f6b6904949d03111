// Preloaded with --import: lets Node run the TypeScript under lib as it stands.
import module from "node:module";
import { resolve } from "./resolve-typescript.mjs";

// Node got the first of the two with 22.15.
if (module.registerHooks) module.registerHooks({ resolve });
else module.register("./resolve-typescript.mjs", import.meta.url);
