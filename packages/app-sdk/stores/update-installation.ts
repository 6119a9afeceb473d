import type { Installation, TokenStore } from "./token-store.ts";

/**
 * Update a stored installation, unless the app was uninstalled or reinstalled in the meantime. A removed installation must
 * not reappear, and an old token must not replace a new one.
 */
export async function updateInstallation(
  installation: Installation,
  changes: Partial<Pick<Installation, "host_url" | "subscribed">>,
  store: TokenStore,
): Promise<Installation> {
  const stored = await store.load(installation.shop);
  if (stored?.access_token === installation.access_token) await store.save({ ...stored, ...changes });
  return { ...installation, ...changes };
}
