import type { SecurityEventKind } from "@souk/contract";

/** The kinds of security events that concern a store, in the order in which the filter lists them. */
export const storeEventKinds: readonly SecurityEventKind[] = [
  "member_invited",
  "invitation_withdrawn",
  "invitation_accepted",
  "member_access_changed",
  "member_removed",
  "ownership_transferred",
  "app_installed",
  "app_scopes_changed",
  "app_uninstalled",
  "custom_app_created",
  "custom_app_token_replaced",
  "code_reused",
  "export_requested",
  "export_downloaded",
  "suspended",
  "suspension_lifted",
];
