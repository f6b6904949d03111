"use client";

import dynamic from "next/dynamic";
import { useStore } from "zustand";
import { toastStore } from "./toast";

const ToastLayer = dynamic(() => import("./toast-layer").then((module) => module.ToastLayer), { ssr: false });

/** Holds what is said until the layer that draws it has arrived. */
export function Toaster() {
  const { pending } = useStore(toastStore);
  return pending !== null ? <ToastLayer pending={pending} /> : null;
}
