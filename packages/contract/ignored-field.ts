const start = (name: string) => `ignored "${name}": `;

/** Format the Service-Warning of a field that was understood and ignored, ending with the reason. */
export function ignoredField(name: string, reason: string): string {
  return `${start(name)}${reason}`;
}

/**
 * Parse the reason from a warning about an ignored field. Returns null when the warning is about something else.
 */
export function parseIgnoredReason(name: string, warning: string | null): string | null {
  return warning?.startsWith(start(name)) ? warning.slice(start(name).length) : null;
}
