import { type NavItem, PanelShell } from "@souk/ui";
import { IconApps, IconBook, IconSquareRoundedPlus, IconUrgent, IconWebhook } from "@tabler/icons-react";
import { Outlet } from "@tanstack/react-router";
import { texts } from "../texts.ts";
import { toPartnerPage } from "../to-partner-page.ts";
import { SuspendedPartner } from "./suspended-partner.tsx";

const { nav: words } = texts;

// The documents are pages of their own, made by the server.
const nav: readonly NavItem[] = [
  { label: words.apps, to: toPartnerPage("/"), icon: IconApps, exact: true },
  { label: words.register, to: toPartnerPage("/apps/new"), icon: IconSquareRoundedPlus },
  { label: words.reference, href: "/docs", icon: IconBook, group: words.documents },
  { label: words.webhooks, href: "/docs/topics", icon: IconWebhook, group: words.documents },
  { label: words.errors, href: "/docs/errors", icon: IconUrgent, group: words.documents },
];

/** Show the frame around every page of the partner dashboard. */
export function PartnerShell() {
  return (
    <PanelShell nav={nav}>
      <SuspendedPartner />
      <Outlet />
    </PanelShell>
  );
}
