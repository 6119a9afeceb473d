const start = (name: string) => `ignored "${name}": `;

/** What Service-Warning says of a field that was understood and not done, with the reason as the end of a sentence. */
export function ignoredField(name: string, reason: string): string {
  return `${start(name)}${reason}`;
}

/** The reason for which a warning says that a field was not done; null: it says so of none, or of another. */
export function reasonIgnored(name: string, warning: string | null): string | null {
  return warning?.startsWith(start(name)) ? warning.slice(start(name).length) : null;
}
