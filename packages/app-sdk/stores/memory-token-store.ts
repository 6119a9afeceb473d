import type { Installation, TokenStore } from "./token-store.ts";

/** Create a store in memory, for tests and first experiments. */
export function memoryTokenStore(): TokenStore {
  const kept = new Map<string, Installation>();
  return {
    load: async (shop) => copied(kept.get(shop)),
    save: async (installation) => {
      kept.set(installation.shop, { ...installation });
    },
    remove: async (shop, accessToken) => kept.get(shop)?.access_token === accessToken && kept.delete(shop),
    shops: async () => [...kept.keys()].sort(),
  };
}

function copied(installation: Installation | undefined): Installation | null {
  return installation === undefined ? null : { ...installation };
}
