function formatUnit(count: number, unit: "second" | "minute"): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** Format the sentence that tells a person how long to wait. @param seconds the time until the next attempt is allowed */
export function formatTooManyAttempts(seconds: number): string {
  const wholeSeconds = Math.max(1, Math.ceil(seconds));
  const wait =
    wholeSeconds < 60
      ? formatUnit(wholeSeconds, "second")
      : formatUnit(Math.ceil(wholeSeconds / 60), "minute");
  return `Too many attempts. Try again in ${wait}.`;
}
