import type { PageAddress } from "@souk/contract";
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
import { toStorePage } from "../page-addresses.ts";
import { useSettingsSections } from "../settings/settings-sections.ts";
import { texts } from "../texts.ts";
import { useMay } from "../use-may.ts";
import { FreshPanel } from "./fresh-panel.tsx";
import { useOwnStores } from "./own-stores.ts";
import { SuspendedBanner } from "./suspended-banner.tsx";

type May = ReturnType<typeof useMay>;

function listNavItems({
  isStaff,
  may,
  settings,
}: {
  isStaff: boolean;
  may: May;
  settings: PageAddress | undefined;
}) {
  const { nav } = texts.common;
  const items: (NavItem | false)[] = [
    { label: nav.home, to: toStorePage("/"), icon: IconHome, exact: true },
    may("read_orders") && { label: nav.orders, to: toStorePage("/orders"), icon: IconShoppingBag },
    may("read_products") && { label: nav.products, to: toStorePage("/products"), icon: IconBox },
    may("read_products") && { label: nav.collections, to: toStorePage("/collections"), icon: IconFolder },
    may("read_products") && { label: nav.inventory, to: toStorePage("/inventory"), icon: IconPackages },
    may("read_purchasing") && {
      label: nav.purchasing,
      to: toStorePage("/purchase-orders"),
      icon: IconTruckDelivery,
    },
    may("read_customers") && { label: nav.customers, to: toStorePage("/customers"), icon: IconUsers },
    { label: nav.apps, to: toStorePage("/apps"), icon: IconApps },
    settings !== undefined && { label: nav.settings, to: settings, icon: IconSettings },
    // The document of this page belongs to no store.
    isStaff && { label: nav.staff, href: "/staff", icon: IconShieldCog },
  ];
  return items.filter((item) => item !== false);
}

/** Show the frame around every page of one store. */
export function StoreShell() {
  const { session } = usePanel();
  const store = useStore();
  const { data } = useOwnStores();
  const stores = data?.stores ?? [store];
  const may = useMay();
  const [first] = useSettingsSections();
  const nav = listNavItems({
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
