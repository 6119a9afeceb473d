import { type NavItem, PanelShell, StoreSwitcher, usePanel, useStore } from "@souk/ui";
import {
  IconApps,
  IconBox,
  IconFolder,
  IconHome,
  IconPackages,
  IconSettings,
  IconShieldCog,
  IconShoppingBag,
  IconTruckDelivery,
  IconUsers,
} from "@tabler/icons-react";
import { Outlet } from "@tanstack/react-router";
import { useSettingsParts } from "../settings/settings-parts.ts";
import { strings } from "../strings.ts";
import { useMay } from "../use-may.ts";
import { FreshPanel } from "./fresh-panel.tsx";
import { useOwnStores } from "./own-stores.ts";
import { SuspendedBanner } from "./suspended-banner.tsx";

type May = ReturnType<typeof useMay>;

function navOf(
  handle: string,
  { isStaff, may, settings }: { isStaff: boolean; may: May; settings: string | undefined },
) {
  const { nav } = strings;
  const items: (NavItem | false)[] = [
    { label: nav.home, to: `/${handle}`, icon: IconHome, exact: true },
    may("read_orders") && { label: nav.orders, to: `/${handle}/orders`, icon: IconShoppingBag },
    may("read_products") && { label: nav.products, to: `/${handle}/products`, icon: IconBox },
    may("read_products") && { label: nav.collections, to: `/${handle}/collections`, icon: IconFolder },
    may("read_products") && { label: nav.inventory, to: `/${handle}/inventory`, icon: IconPackages },
    may("read_purchasing") && {
      label: nav.purchasing,
      to: `/${handle}/purchase-orders`,
      icon: IconTruckDelivery,
    },
    may("read_customers") && { label: nav.customers, to: `/${handle}/customers`, icon: IconUsers },
    { label: nav.apps, to: `/${handle}/apps`, icon: IconApps },
    settings !== undefined && { label: nav.settings, to: settings, icon: IconSettings },
    // Its document belongs to no shop.
    isStaff && { label: nav.staff, to: "/staff", icon: IconShieldCog, document: true },
  ];
  return items.filter((item) => item !== false);
}

/** What stands around every page of one shop. */
export function ShopShell() {
  const { session } = usePanel();
  const store = useStore();
  const { data } = useOwnStores();
  const stores = data?.stores ?? [store];
  const may = useMay();
  const [first] = useSettingsParts();
  const nav = navOf(store.handle, {
    isStaff: session.account.is_staff,
    may,
    settings: first?.to,
  });
  return (
    <FreshPanel>
      <PanelShell nav={nav} switcher={<StoreSwitcher stores={stores} allHref="/?choose=1" />}>
        <SuspendedBanner />
        <Outlet />
      </PanelShell>
    </FreshPanel>
  );
}
