import { type NavItem, PanelShell } from "@souk/ui";
import { IconApps, IconBook, IconSquareRoundedPlus, IconUrgent, IconWebhook } from "@tabler/icons-react";
import { Outlet } from "@tanstack/react-router";
import { strings } from "../strings.ts";
import { SuspendedPartner } from "./suspended-partner.tsx";

const { nav: words } = strings;

// The documents are pages of their own, made by the server.
const nav: readonly NavItem[] = [
  { label: words.apps, to: "/", icon: IconApps, exact: true },
  { label: words.register, to: "/apps/new", icon: IconSquareRoundedPlus },
  { label: words.reference, to: "/docs", icon: IconBook, document: true, group: words.documents },
  { label: words.webhooks, to: "/docs/topics", icon: IconWebhook, document: true, group: words.documents },
  { label: words.errors, to: "/docs/errors", icon: IconUrgent, document: true, group: words.documents },
];

/** What stands around every page of the partner dashboard. */
export function PartnerShell() {
  return (
    <PanelShell nav={nav}>
      <SuspendedPartner />
      <Outlet />
    </PanelShell>
  );
}
