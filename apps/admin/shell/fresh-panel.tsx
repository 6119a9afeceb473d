import { PanelContext, usePanel } from "@souk/ui";
import { type ReactNode, useMemo } from "react";
import { useOwnStores } from "./own-stores.ts";

/**
 * Provide the panel with the store's current name, currency, time zone and suspension: the document has
 * those of its load.
 */
export function FreshPanel({ children }: { children: ReactNode }) {
  const panel = usePanel();
  const { data } = useOwnStores();
  const fresh = data?.stores.find(({ id }) => id === panel.store?.id);
  const value = useMemo(() => {
    if (!panel.store || !fresh) return panel;
    const { name, currency_code, timezone, suspended } = fresh;
    return { ...panel, store: { ...panel.store, name, currency_code, timezone, suspended } };
  }, [panel, fresh]);
  return <PanelContext value={value}>{children}</PanelContext>;
}
