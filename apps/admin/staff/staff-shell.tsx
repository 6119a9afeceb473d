import { Text } from "@mantine/core";
import { type NavItem, PanelShell } from "@souk/ui";
import {
  IconApps,
  IconBuildingStore,
  IconFileSearch,
  IconHeartbeat,
  IconLayoutDashboard,
  IconLogout2,
  IconShieldLock,
  IconUserSearch,
  IconUsers,
} from "@tabler/icons-react";
import { Outlet } from "@tanstack/react-router";
import { toStaffPage } from "../page-urls.ts";
import { texts } from "../texts.ts";

const words = texts.staff.nav;

const nav: readonly NavItem[] = [
  { label: words.overview, to: toStaffPage("/"), icon: IconLayoutDashboard, exact: true },
  { label: words.health, to: toStaffPage("/health"), icon: IconHeartbeat },
  { label: words.requests, to: toStaffPage("/requests"), icon: IconFileSearch },
  { label: words.people, to: toStaffPage("/people"), icon: IconUserSearch },
  { label: words.partners, to: toStaffPage("/partners"), icon: IconUsers },
  { label: words.apps, to: toStaffPage("/apps"), icon: IconApps },
  { label: words.stores, to: toStaffPage("/stores"), icon: IconBuildingStore },
  { label: words.security, to: toStaffPage("/security"), icon: IconShieldLock },
  { label: words.yourStores, href: "/?choose=1", icon: IconLogout2, group: words.leave },
];

/** Show the navigation and the current page of the staff console. */
export function StaffShell() {
  return (
    <PanelShell
      nav={nav}
      switcher={
        <Text size="sm" c="dimmed">
          {texts.staff.console}
        </Text>
      }
    >
      <Outlet />
    </PanelShell>
  );
}
