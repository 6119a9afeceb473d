import {
  type AdminConsole,
  createAdminConsole,
  createPartnerConsole,
  type PartnerConsole,
  type Send,
} from "@souk/client";
import type { PanelData, PanelStore } from "@souk/contract";
import { createContext, useContext } from "react";

/** A running panel, with the data of its document and the API clients of its components. */
export interface Panel extends PanelData {
  /** The panel's name beside the logo, such as Admin. */
  panelName: string;
  nonce: string;
  admin: AdminConsole;
  partners: PartnerConsole;
  /** The page whose heading was focused last. The path is empty before the first page. */
  lastPage: { path: string };
}

/** Create a panel from the data of its document. */
export function createPanel(data: PanelData, { panelName, nonce, send }: PanelOptions): Panel {
  const csrfToken = data.session.csrf_token;
  return {
    ...data,
    panelName,
    nonce,
    admin: createAdminConsole({ store: data.store?.handle ?? "", csrfToken, send }),
    partners: createPartnerConsole({ csrfToken, send }),
    lastPage: { path: "" },
  };
}

interface PanelOptions {
  panelName: string;
  nonce: string;
  send: Send;
}

export const PanelContext = createContext<Panel | null>(null);

/** Return the panel of the calling component. */
export function usePanel(): Panel {
  const panel = useContext(PanelContext);
  if (!panel) throw new Error("Render this component inside a panel.");
  return panel;
}

/** Return the panel's store. @throws Error if the panel has none */
export function useStore(): PanelStore {
  const { store } = usePanel();
  if (!store) throw new Error("Open this page inside a store.");
  return store;
}

/** Return the API client of a signed-in merchant or platform staff member. */
export function useAdminConsole(): AdminConsole {
  return usePanel().admin;
}

/** Return the API client of a signed-in partner. */
export function usePartnerConsole(): PartnerConsole {
  return usePanel().partners;
}
