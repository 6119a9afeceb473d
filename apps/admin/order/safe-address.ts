/** Return an app's address if it is a web address that a link may lead to, never code; else null. */
export function safeAddress(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url?.protocol === "https:" || url?.protocol === "http:" ? url.href : null;
}
