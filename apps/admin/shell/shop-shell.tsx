import { type NavItem, PanelShell, StoreSwitcher, usePanel, useStore } from "@souk/ui";
import {
  IconApps,
  IconBox,
  IconFolder,
  IconHome,
  IconPackages,
  IconSettings,
  IconShieldCog,
  IconTruckDelivery,
  IconUsers,
} from "@tabler/icons-react";
import { Outlet } from "@tanstack/react-router";
import { strings } from "../strings.ts";
import { FreshPanel } from "./fresh-panel.tsx";
import { useOwnStores } from "./own-stores.ts";
import { SuspendedBanner } from "./suspended-banner.tsx";

function navOf(handle: string, isStaff: boolean): NavItem[] {
  const { nav } = strings;
  const items: NavItem[] = [
    { label: nav.home, to: `/${handle}`, icon: IconHome, exact: true },
    { label: nav.products, to: `/${handle}/products`, icon: IconBox },
    { label: nav.collections, to: `/${handle}/collections`, icon: IconFolder },
    { label: nav.inventory, to: `/${handle}/inventory`, icon: IconPackages },
    { label: nav.purchasing, to: `/${handle}/purchase-orders`, icon: IconTruckDelivery },
    { label: nav.customers, to: `/${handle}/customers`, icon: IconUsers },
    { label: nav.apps, to: `/${handle}/apps`, icon: IconApps },
    { label: nav.settings, to: `/${handle}/settings`, icon: IconSettings },
  ];
  // Its document belongs to no shop.
  const staff: NavItem = { label: nav.staff, to: "/staff", icon: IconShieldCog, document: true };
  return isStaff ? [...items, staff] : items;
}

/** What stands around every page of one shop. */
export function ShopShell() {
  const { session } = usePanel();
  const store = useStore();
  const { data } = useOwnStores();
  const stores = data?.stores ?? [store];
  return (
    <FreshPanel>
      <PanelShell
        nav={navOf(store.handle, session.account.is_staff)}
        switcher={<StoreSwitcher stores={stores} allHref="/?choose=1" />}
      >
        <SuspendedBanner />
        <Outlet />
      </PanelShell>
    </FreshPanel>
  );
}
