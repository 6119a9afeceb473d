const formatPrefix = (name: string) => `ignored "${name}": `;

/** Format the Service-Warning header for a field that was ignored, with the reason. */
export function formatIgnoredFieldWarning(name: string, reason: string): string {
  return `${formatPrefix(name)}${reason}`;
}

/**
 * Get the reason from the Service-Warning header about an ignored field. Returns null if the warning is not about this
 * field.
 */
export function parseIgnoredReason(name: string, warning: string | null): string | null {
  return warning?.startsWith(formatPrefix(name)) ? warning.slice(formatPrefix(name).length) : null;
}
