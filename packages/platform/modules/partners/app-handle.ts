const shape = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** What is wrong with a handle that a partner chose, or null. */
export function appHandleFault(handle: string): string | null {
  return shape.test(handle)
    ? null
    : "A handle has 2 to 63 lower-case letters, digits and hyphens, and a hyphen neither first nor last.";
}
