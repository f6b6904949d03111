"use client";

import { useEffect, useState } from "react";

/** Milliseconds since the value is this one, counted each second; 0 before the first one. */
export function useTimeSince(value: unknown): number {
  const [counted, setCounted] = useState({ value, ms: 0 });
  useEffect(() => {
    const since = Date.now();
    const timer = setInterval(() => setCounted({ value, ms: Date.now() - since }), 1000);
    return () => clearInterval(timer);
  }, [value]);
  return counted.value === value ? counted.ms : 0;
}
