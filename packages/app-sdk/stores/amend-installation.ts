import type { Installation, TokenStore } from "./token-store.ts";

/**
 * Notes something down about an installation, unless the shop has removed the app or installed it anew in the meantime: what
 * was forgotten must not come back, and a new token not give way to the old one.
 */
export async function amendInstallation(
  installation: Installation,
  changes: Partial<Pick<Installation, "host_url" | "subscribed">>,
  store: TokenStore,
): Promise<Installation> {
  const kept = await store.load(installation.shop);
  if (kept?.access_token === installation.access_token) await store.save({ ...kept, ...changes });
  return { ...installation, ...changes };
}
