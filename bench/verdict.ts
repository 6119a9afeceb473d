/** Return the table text that says whether a figure is within its pass line. */
export function verdict(passes: boolean): string {
  return passes ? "pass" : "MISS";
}
