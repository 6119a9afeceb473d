/** A pattern of `ilike` that finds a text anywhere; what the text itself holds of wildcards means itself. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}
