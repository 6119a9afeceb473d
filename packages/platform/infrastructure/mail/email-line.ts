/** Convert a text to one line, so that the name of a store or a person cannot start another email header. */
export function toEmailLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
