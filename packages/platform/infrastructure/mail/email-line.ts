/** Replace line breaks in a text, so that a name of a store or a person cannot start another email header. */
export function toEmailLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
