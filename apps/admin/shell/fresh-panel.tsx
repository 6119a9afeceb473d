import { PanelContext, usePanel } from "@souk/ui";
import { type ReactNode, useMemo } from "react";
import { useOwnStores } from "./own-stores.ts";

/** The panel with the shop's name, currency, zone and suspension as they are by now: the document knows those of when it was made. */
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
