import { type NavItem, PanelShell } from "@souk/ui";
import { IconApps, IconBook, IconSquareRoundedPlus, IconUrgent, IconWebhook } from "@tabler/icons-react";
import { Outlet } from "@tanstack/react-router";
import { texts } from "../texts.ts";
import { toPartnerPage } from "../to-partner-page.ts";
import { SuspendedPartner } from "./suspended-partner.tsx";

const navTexts = texts.nav;

// The server renders the documentation, so links to it have an `href`, which loads a new page, instead of `to`.
const nav: readonly NavItem[] = [
  { label: navTexts.apps, to: toPartnerPage("/"), icon: IconApps, exact: true },
  { label: navTexts.register, to: toPartnerPage("/apps/new"), icon: IconSquareRoundedPlus },
  { label: navTexts.reference, href: "/docs", icon: IconBook, group: navTexts.documents },
  { label: navTexts.webhooks, href: "/docs/topics", icon: IconWebhook, group: navTexts.documents },
  { label: navTexts.errors, href: "/docs/errors", icon: IconUrgent, group: navTexts.documents },
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
