import { openEmbeddedStore } from "@/lib/store/embedded";
import { describeStore } from "./contract";
import { makeTemporaryFolder } from "./temporary-folder";

describeStore("embedded", () => openEmbeddedStore({ dataDir: makeTemporaryFolder() }));
