import type { PageUrl } from "@souk/contract";
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
import { toStorePage } from "../page-urls.ts";
import { useSettingsSections } from "../settings/settings-sections.ts";
import { texts } from "../texts.ts";
import { usePermissions } from "../use-permissions.ts";
import { CurrentStoreProvider } from "./current-store-provider.tsx";
import { PageGate } from "./page-gate.tsx";
import { SuspendedBanner } from "./suspended-banner.tsx";
import { useAccountStores } from "./use-account-stores.ts";

type HasAnyRight = ReturnType<typeof usePermissions>;

function listNavItems({
  isStaff,
  hasAnyRight,
  settingsPage,
}: {
  isStaff: boolean;
  hasAnyRight: HasAnyRight;
  settingsPage: PageUrl | undefined;
}) {
  const words = texts.common.nav;
  const items: (NavItem | false)[] = [
    { label: words.home, to: toStorePage("/"), icon: IconHome, exact: true },
    hasAnyRight("orders.view") && { label: words.orders, to: toStorePage("/orders"), icon: IconShoppingBag },
    hasAnyRight("products.view") && { label: words.products, to: toStorePage("/products"), icon: IconBox },
    hasAnyRight("products.view") && {
      label: words.collections,
      to: toStorePage("/collections"),
      icon: IconFolder,
    },
    hasAnyRight("stock.view") && {
      label: words.inventory,
      to: toStorePage("/inventory"),
      icon: IconPackages,
    },
    hasAnyRight("purchasing.view") && {
      label: words.purchasing,
      to: toStorePage("/purchase-orders"),
      icon: IconTruckDelivery,
    },
    hasAnyRight("customers.view") && {
      label: words.customers,
      to: toStorePage("/customers"),
      icon: IconUsers,
    },
    { label: words.apps, to: toStorePage("/apps"), icon: IconApps },
    settingsPage !== undefined && { label: words.settings, to: settingsPage, icon: IconSettings },
    // A plain link, because the staff console is another HTML document.
    isStaff && { label: words.staff, href: "/staff", icon: IconShieldCog },
  ];
  return items.filter((item) => item !== false);
}

/** Show the navigation, the store switcher and the current page of a store. */
export function StoreShell() {
  const { session } = usePanel();
  const store = useStore();
  const { data } = useAccountStores();
  const stores = data?.stores ?? [store];
  const hasAnyRight = usePermissions();
  const [firstSettingsSection] = useSettingsSections();
  const nav = listNavItems({
    isStaff: session.account.is_staff,
    hasAnyRight,
    settingsPage: firstSettingsSection?.to,
  });
  return (
    <CurrentStoreProvider>
      <PanelShell nav={nav} switcher={<StoreSwitcher stores={stores} allStoresHref="/?choose=1" />}>
        <SuspendedBanner />
        <PageGate>
          <Outlet />
        </PageGate>
      </PanelShell>
    </CurrentStoreProvider>
  );
}
