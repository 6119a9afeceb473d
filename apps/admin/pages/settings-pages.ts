import { lazyRouteComponent } from "@tanstack/react-router";
import type { ShopPage } from "./shop-page.ts";

/** The pages of the settings. */
export const settingsPages: readonly ShopPage[] = [
  {
    path: "/settings",
    component: lazyRouteComponent(() => import("../settings/settings-page.tsx"), "SettingsPage"),
  },
  {
    path: "/settings/custom-apps",
    component: lazyRouteComponent(() => import("../settings/custom-apps-page.tsx"), "CustomAppsPage"),
  },
  {
    path: "/settings/people",
    component: lazyRouteComponent(() => import("../people/people-page.tsx"), "PeoplePage"),
  },
  {
    path: "/settings/audit-log",
    component: lazyRouteComponent(() => import("../audit/audit-page.tsx"), "AuditPage"),
  },
  {
    path: "/settings/locations",
    component: lazyRouteComponent(() => import("../locations/locations-page.tsx"), "LocationsPage"),
  },
  {
    path: "/settings/locations/new",
    component: lazyRouteComponent(() => import("../locations/new-location-page.tsx"), "NewLocationPage"),
  },
  {
    path: "/settings/locations/$id",
    component: lazyRouteComponent(() => import("../locations/location-page.tsx"), "LocationPage"),
  },
  {
    path: "/settings/currencies",
    component: lazyRouteComponent(() => import("../currencies/currencies-page.tsx"), "CurrenciesPage"),
  },
  {
    path: "/settings/currencies/new",
    component: lazyRouteComponent(() => import("../currencies/new-currency-page.tsx"), "NewCurrencyPage"),
  },
  {
    path: "/settings/currencies/$code",
    component: lazyRouteComponent(() => import("../currencies/currency-page.tsx"), "CurrencyPage"),
  },
  {
    path: "/settings/customer-fields",
    component: lazyRouteComponent(
      () => import("../customers/attributes/attributes-page.tsx"),
      "CustomerFieldsPage",
    ),
  },
  {
    path: "/settings/customer-fields/new",
    component: lazyRouteComponent(
      () => import("../customers/attributes/new-attribute-page.tsx"),
      "NewCustomerFieldPage",
    ),
  },
  {
    path: "/settings/customer-fields/$id",
    component: lazyRouteComponent(
      () => import("../customers/attributes/attribute-page.tsx"),
      "CustomerFieldPage",
    ),
  },
  {
    path: "/settings/notifications",
    component: lazyRouteComponent(
      () => import("../notifications/notifications-page.tsx"),
      "NotificationsPage",
    ),
  },
  {
    path: "/settings/notifications/$kind",
    component: lazyRouteComponent(() => import("../notifications/notification-page.tsx"), "NotificationPage"),
  },
  {
    path: "/settings/privacy",
    component: lazyRouteComponent(
      () => import("../customers/privacy/privacy-requests-page.tsx"),
      "PrivacyRequestsPage",
    ),
  },
];
