import type { Installation, TokenStore } from "./token-store.ts";

/**
 * Update an installation, unless the store has uninstalled or reinstalled the app in the meantime: a removed installation must
 * not reappear, and an old token must not replace a new one.
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
