import { getActivity } from "./console/activity.ts";
import { countAuditEntries, listAuditEntries } from "./console/audit.ts";
import { deleteCustomization, getCustomization, listAppLinks, openAppLink } from "./console/customization.ts";
import {
  getAppInstallation,
  listAppSummaries,
  listInstallationDeliveries,
  listInstallationHours,
  listInstallationWebhooks,
} from "./console/delivery-log.ts";
import { fulfillmentConsole } from "./console/fulfillment.ts";
import { downloadImportErrors } from "./console/import-errors.ts";
import {
  createCustomApp,
  createSessionToken,
  disableApp,
  enableApp,
  getInstalledApp,
  listAvailableApps,
  listInstalledApps,
  openApp,
  regenerateCustomAppToken,
  startInstall,
  uninstallApp,
} from "./console/installs.ts";
import { memberOperations } from "./console/members.ts";
import { notificationOperations } from "./console/notifications.ts";
import {
  getApp,
  getInstallLink,
  getOwnPartner,
  listAppInstallations,
  listApps,
  registerApp,
  revokeSecret,
  rotateSecret,
  switchSecret,
  updateApp,
} from "./console/partners.ts";
import {
  adminSession,
  createAccountByOperator,
  createStaff,
  partnerSession,
  removeFactorsByOperator,
  rotateSecretKeyByOperator,
  setPasswordByOperator,
} from "./console/people.ts";
import { privacyOperations } from "./console/privacy.ts";
import { replayDelivery, replayFailedDeliveries } from "./console/replays.ts";
import { listSecurityEvents, listStaffSecurityEvents } from "./console/security-events.ts";
import {
  listStaffActions,
  setFulfillmentUrl,
  staffApps,
  staffPartners,
  staffStores,
} from "./console/staff.ts";
import { getStaffHealth } from "./console/staff-health.ts";
import {
  endAccountSessions,
  getStaffAccount,
  listStaffAccounts,
  sendAccountPasswordReset,
} from "./console/staff-people.ts";
import { findStaffRequest } from "./console/staff-requests.ts";
import { createStore, listOwnStores } from "./console/stores.ts";
import { balanceOperations } from "./operations/balances.ts";
import { collectionOperations } from "./operations/collections.ts";
import { collectOperations } from "./operations/collects.ts";
import { currencyOperations } from "./operations/currencies.ts";
import { customerAddressOperations } from "./operations/customer-addresses.ts";
import { customerAttributeOperations } from "./operations/customer-attributes.ts";
import { customerGroupOperations } from "./operations/customer-groups.ts";
import { customerOperations } from "./operations/customers.ts";
import { customizationOperations } from "./operations/customization.ts";
import { listEvents } from "./operations/events.ts";
import { exportOperations } from "./operations/exports.ts";
import { fulfillmentRequestOperations } from "./operations/fulfillment-requests.ts";
import { fulfillmentOperations } from "./operations/fulfillments.ts";
import { imageOperations } from "./operations/images.ts";
import { importOperations } from "./operations/imports.ts";
import { inventoryOperations } from "./operations/inventory.ts";
import { countInventoryMovements, listInventoryMovements } from "./operations/inventory-movements.ts";
import { locationOperations } from "./operations/locations.ts";
import { metafieldOperations } from "./operations/metafields.ts";
import { exchangeToken } from "./operations/oauth.ts";
import { optionOperations } from "./operations/options.ts";
import { orderOperations } from "./operations/orders.ts";
import { productOperations } from "./operations/products.ts";
import { purchaseOrderOperations } from "./operations/purchase-orders.ts";
import { refundOperations } from "./operations/refunds.ts";
import { orderReturnOperations } from "./operations/returns.ts";
import { shippingRateOperations } from "./operations/shipping-rates.ts";
import { getStore, updateStore } from "./operations/store.ts";
import { tagOperations } from "./operations/tags.ts";
import { transactionOperations } from "./operations/transactions.ts";
import { transferOperations } from "./operations/transfers.ts";
import { variantOperations } from "./operations/variants.ts";
import {
  countWebhooks,
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  updateWebhook,
} from "./operations/webhooks.ts";

/** Every operation of Souk by its name in code. The pipeline serves exactly these operations. */
export const operations = {
  exchangeToken,
  ...productOperations,
  ...variantOperations,
  ...optionOperations,
  ...imageOperations,
  ...locationOperations,
  ...inventoryOperations,
  ...exportOperations,
  ...importOperations,
  downloadImportErrors,
  listInventoryMovements,
  countInventoryMovements,
  ...collectionOperations,
  ...collectOperations,
  ...customerAttributeOperations,
  ...customerOperations,
  ...customerAddressOperations,
  ...customerGroupOperations,
  ...balanceOperations,
  ...tagOperations,
  ...metafieldOperations,
  ...customizationOperations,
  ...shippingRateOperations,
  ...orderOperations,
  ...fulfillmentOperations,
  ...orderReturnOperations,
  ...transactionOperations,
  ...refundOperations,
  ...purchaseOrderOperations,
  ...transferOperations,
  ...fulfillmentRequestOperations,
  getStore,
  updateStore,
  ...currencyOperations,
  createWebhook,
  listWebhooks,
  countWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  listEvents,
  adminSignUp: adminSession.signUp,
  adminSignIn: adminSession.signIn,
  adminSessionInfo: adminSession.session,
  adminSignOut: adminSession.signOut,
  partnerSignUp: partnerSession.signUp,
  partnerSignIn: partnerSession.signIn,
  partnerSessionInfo: partnerSession.session,
  partnerSignOut: partnerSession.signOut,
  createStaff,
  createAccountByOperator,
  rotateSecretKeyByOperator,
  removeFactorsByOperator,
  setPasswordByOperator,
  listOwnStores,
  createStore,
  listApps,
  registerApp,
  getApp,
  updateApp,
  rotateSecret,
  switchSecret,
  revokeSecret,
  listAppInstallations,
  getInstallLink,
  getOwnPartner,
  listAppSummaries,
  getAppInstallation,
  listInstallationWebhooks,
  listInstallationDeliveries,
  listInstallationHours,
  replayDelivery,
  replayFailedDeliveries,
  listStaffPartners: staffPartners.list,
  getStaffPartner: staffPartners.get,
  suspendPartner: staffPartners.suspend,
  liftPartnerSuspension: staffPartners.lift,
  listStaffApps: staffApps.list,
  getStaffApp: staffApps.get,
  suspendApp: staffApps.suspend,
  liftAppSuspension: staffApps.lift,
  setFulfillmentUrl,
  listStaffStores: staffStores.list,
  getStaffStore: staffStores.get,
  suspendStore: staffStores.suspend,
  liftStoreSuspension: staffStores.lift,
  listStaffActions,
  getStaffHealth,
  findStaffRequest,
  listStaffAccounts,
  getStaffAccount,
  endAccountSessions,
  sendAccountPasswordReset,
  startInstall,
  listInstalledApps,
  listAvailableApps,
  getInstalledApp,
  openApp,
  createSessionToken,
  disableApp,
  enableApp,
  uninstallApp,
  createCustomApp,
  regenerateCustomAppToken,
  getCustomization,
  deleteCustomization,
  listAppLinks,
  openAppLink,
  ...memberOperations,
  ...privacyOperations,
  ...notificationOperations,
  ...fulfillmentConsole,
  getActivity,
  listAuditEntries,
  countAuditEntries,
  listSecurityEvents,
  listStaffSecurityEvents,
} as const;
