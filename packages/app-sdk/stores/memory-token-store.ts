import type { Installation, TokenStore } from "./token-store.ts";

/** Create a token store in memory, for tests and first experiments. */
export function memoryTokenStore(): TokenStore {
  const installations = new Map<string, Installation>();
  return {
    load: async (shop) => copyInstallation(installations.get(shop)),
    save: async (installation) => {
      installations.set(installation.shop, { ...installation });
    },
    remove: async (shop, accessToken) =>
      installations.get(shop)?.access_token === accessToken && installations.delete(shop),
    shops: async () => [...installations.keys()].sort(),
  };
}

function copyInstallation(installation: Installation | undefined): Installation | null {
  return installation === undefined ? null : { ...installation };
}
