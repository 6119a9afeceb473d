import { Text } from "@mantine/core";
import { type NavItem, PanelShell } from "@souk/ui";
import {
  IconApps,
  IconBuildingStore,
  IconLayoutDashboard,
  IconLogout2,
  IconUsers,
} from "@tabler/icons-react";
import { Outlet } from "@tanstack/react-router";
import { strings } from "./strings.ts";

const { nav: words } = strings;

const nav: readonly NavItem[] = [
  { label: words.overview, to: "/staff", icon: IconLayoutDashboard, exact: true },
  { label: words.partners, to: "/staff/partners", icon: IconUsers },
  { label: words.apps, to: "/staff/apps", icon: IconApps },
  { label: words.stores, to: "/staff/stores", icon: IconBuildingStore },
  { label: words.shops, to: "/?choose=1", icon: IconLogout2, document: true, group: words.leave },
];

/** What stands around every page of the staff console, which belongs to no shop. */
export function StaffShell() {
  return (
    <PanelShell
      nav={nav}
      switcher={
        <Text size="sm" c="dimmed">
          {strings.console}
        </Text>
      }
    >
      <Outlet />
    </PanelShell>
  );
}
