import {
  type AdminConsole,
  createAdminConsole,
  createPartnerConsole,
  type PartnerConsole,
  type Send,
} from "@souk/client";
import type { PanelData, PanelStore } from "@souk/contract";
import { createContext, useContext } from "react";

/** A running panel: the data of its document, and what its components share. */
export interface Panel extends PanelData {
  /** The product name beside the logo: Admin, Partners. */
  product: string;
  nonce: string;
  admin: AdminConsole;
  partners: PartnerConsole;
  /** The path whose heading was focused last; the first page keeps the browser's own focus. */
  visited: { path: string };
}

/** Create a panel from the data of its document. */
export function createPanel(data: PanelData, { product, nonce, send }: PanelMaking): Panel {
  const csrfToken = data.session.csrf_token;
  return {
    ...data,
    product,
    nonce,
    admin: createAdminConsole({ store: data.store?.handle ?? "", csrfToken, send }),
    partners: createPartnerConsole({ csrfToken, send }),
    visited: { path: "" },
  };
}

interface PanelMaking {
  product: string;
  nonce: string;
  send: Send;
}

export const PanelContext = createContext<Panel | null>(null);

/** Return the panel around a component: session, store, mode, addresses. */
export function usePanel(): Panel {
  const panel = useContext(PanelContext);
  if (!panel) throw new Error("Render this component inside a panel.");
  return panel;
}

/** Return the store that the panel works in. */
export function useStore(): PanelStore {
  const { store } = usePanel();
  if (!store) throw new Error("Open this page inside a store.");
  return store;
}

/** Return the API client of a signed-in merchant or member of the platform's staff. */
export function useAdminConsole(): AdminConsole {
  return usePanel().admin;
}

/** Return the API client of a signed-in partner. */
export function usePartnerConsole(): PartnerConsole {
  return usePanel().partners;
}
