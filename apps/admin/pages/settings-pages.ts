import { lazyRouteComponent } from "@tanstack/react-router";
import type { StorePages } from "./panel-page.ts";

/** The pages of the settings. */
export const settingsPages = {
  "/settings": {
    component: lazyRouteComponent(() => import("../settings/settings-page.tsx"), "SettingsPage"),
  },
  "/settings/custom-apps": {
    component: lazyRouteComponent(() => import("../settings/custom-apps-page.tsx"), "CustomAppsPage"),
  },
  "/settings/people": {
    component: lazyRouteComponent(() => import("../people/people-page.tsx"), "PeoplePage"),
  },
  "/settings/audit-log": {
    component: lazyRouteComponent(() => import("../audit/audit-page.tsx"), "AuditPage"),
  },
  "/settings/security-log": {
    component: lazyRouteComponent(() => import("../security/security-page.tsx"), "SecurityPage"),
  },
  "/settings/locations": {
    component: lazyRouteComponent(() => import("../locations/locations-page.tsx"), "LocationsPage"),
  },
  "/settings/locations/new": {
    component: lazyRouteComponent(() => import("../locations/new-location-page.tsx"), "NewLocationPage"),
  },
  "/settings/locations/$id": {
    component: lazyRouteComponent(() => import("../locations/location-page.tsx"), "LocationPage"),
  },
  "/settings/currencies": {
    component: lazyRouteComponent(() => import("../currencies/currencies-page.tsx"), "CurrenciesPage"),
  },
  "/settings/currencies/new": {
    component: lazyRouteComponent(() => import("../currencies/new-currency-page.tsx"), "NewCurrencyPage"),
  },
  "/settings/currencies/$code": {
    component: lazyRouteComponent(() => import("../currencies/currency-page.tsx"), "CurrencyPage"),
  },
  "/settings/customer-fields": {
    component: lazyRouteComponent(
      () => import("../customers/attributes/attributes-page.tsx"),
      "CustomerFieldsPage",
    ),
  },
  "/settings/customer-fields/new": {
    component: lazyRouteComponent(
      () => import("../customers/attributes/new-attribute-page.tsx"),
      "NewCustomerFieldPage",
    ),
  },
  "/settings/customer-fields/$id": {
    component: lazyRouteComponent(
      () => import("../customers/attributes/attribute-page.tsx"),
      "CustomerFieldPage",
    ),
  },
  "/settings/notifications": {
    component: lazyRouteComponent(
      () => import("../notifications/notifications-page.tsx"),
      "NotificationsPage",
    ),
  },
  "/settings/notifications/$kind": {
    component: lazyRouteComponent(() => import("../notifications/notification-page.tsx"), "NotificationPage"),
  },
  "/settings/privacy": {
    component: lazyRouteComponent(
      () => import("../customers/privacy/privacy-requests-page.tsx"),
      "PrivacyRequestsPage",
    ),
  },
} as const satisfies StorePages;
