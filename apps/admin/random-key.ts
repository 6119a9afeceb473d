/** A key under which a change is made once, however often it is sent. */
export function randomKey(): string {
  return crypto.randomUUID();
}
