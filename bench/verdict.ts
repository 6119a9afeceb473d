/** Return the text for a table that states whether a figure is within its limit. */
export function formatVerdict(passes: boolean): string {
  return passes ? "pass" : "MISS";
}
