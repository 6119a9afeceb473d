/** An address that an app wrote, where a link may lead to it: the web's own, nothing that runs; else null. */
export function safeAddress(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url?.protocol === "https:" || url?.protocol === "http:" ? url.href : null;
}
