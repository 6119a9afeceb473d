import { PanelContext, usePanel } from "@souk/ui";
import { type ReactNode, useMemo } from "react";
import { useAccountStores } from "./use-account-stores.ts";

/**
 * Provide the panel's context with the store's current name, currency, time zone and suspension. The HTML document contains
 * only the values at the time when it was loaded.
 */
export function CurrentStoreProvider({ children }: { children: ReactNode }) {
  const panel = usePanel();
  const { data } = useAccountStores();
  const currentStore = data?.stores.find(({ id }) => id === panel.store?.id);
  const value = useMemo(() => {
    if (!panel.store || !currentStore) return panel;
    const { name, currency_code, timezone, suspended } = currentStore;
    return { ...panel, store: { ...panel.store, name, currency_code, timezone, suspended } };
  }, [panel, currentStore]);
  return <PanelContext value={value}>{children}</PanelContext>;
}
