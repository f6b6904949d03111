"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { receiveToasts } from "./toast";
import type { Toast } from "./toast";

const ToastLayer = dynamic(() => import("./toast-layer").then((module) => module.ToastLayer), { ssr: false });

/** Holds what is said until the layer that draws it has arrived. */
export function Toaster() {
  const [toasts, setToasts] = useState<Toast[] | null>(null);
  useEffect(
    () =>
      receiveToasts((toast) =>
        setToasts((before) => [...(before ?? []), ...(toast === null ? [] : [toast])]),
      ),
    [],
  );
  return toasts !== null ? <ToastLayer toasts={toasts} /> : null;
}
