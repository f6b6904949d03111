"use client";

import { createContext } from "react";
import type { SourcesByNumber } from "@/lib/client/sources";

/** What the numbers of this conversation stand for; only citations read it, so nothing else is drawn again when it grows. */
export const SourcesContext = createContext<SourcesByNumber>(new Map());
