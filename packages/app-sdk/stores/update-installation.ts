import type { Installation, TokenStore } from "./token-store.ts";

/**
 * Update a stored installation, unless the app was uninstalled or reinstalled in the meantime. A removed installation must
 * not reappear, and an old token must not replace a new one.
 * @returns the given installation with the changes, even if they were not stored
 */
export async function updateInstallation(
  installation: Installation,
  changes: Partial<Pick<Installation, "host_url" | "subscribed">>,
  store: TokenStore,
): Promise<Installation> {
  const storedInstallation = await store.load(installation.shop);
  if (storedInstallation?.access_token === installation.access_token)
    await store.save({ ...storedInstallation, ...changes });
  return { ...installation, ...changes };
}
