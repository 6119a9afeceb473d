import {
  type AdminConsole,
  createAdminConsole,
  createPartnerConsole,
  type PartnerConsole,
  type Send,
} from "@souk/client";
import type { PanelData, PanelStore } from "@souk/contract";
import { createContext, useContext } from "react";

/** A running panel: what its document said, and what its components share. */
export interface Panel extends PanelData {
  /** What stands beside the mark: Admin, Partners. */
  product: string;
  nonce: string;
  admin: AdminConsole;
  partners: PartnerConsole;
  /** The path whose heading had the focus last; the first page keeps the browser's own. */
  visited: { path: string };
}

/** A panel made from the data of its document. */
export function panelOf(data: PanelData, { product, nonce, send }: PanelMaking): Panel {
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

/** The panel around a component: session, store, mode, addresses. */
export function usePanel(): Panel {
  const panel = useContext(PanelContext);
  if (!panel) throw new Error("There is no panel around this component.");
  return panel;
}

/** The shop that the panel works in. */
export function useStore(): PanelStore {
  const { store } = usePanel();
  if (!store) throw new Error("This page belongs to no shop.");
  return store;
}

/** The calls of a signed-in merchant or member of the platform's staff. */
export function useAdminConsole(): AdminConsole {
  return usePanel().admin;
}

/** The calls of a signed-in partner. */
export function usePartnerConsole(): PartnerConsole {
  return usePanel().partners;
}
