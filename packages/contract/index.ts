export {
  type AccessRequirement,
  assertAccess,
  findMissingAccess,
  findMissingRights,
  type Grants,
  hasAccess,
} from "./access/find-missing-access.ts";
export {
  assignableRights,
  isRight,
  locationViewRights,
  type Right,
  type RightRequirement,
  rightNames,
  rights,
} from "./access/rights.ts";
export { assignableRoles, getRoleRights, isRole, type Role, roleNames, roleRights } from "./access/roles.ts";
export { listCoveredScopes, scopeRights } from "./access/scope-rights.ts";
export { bridgeLimits } from "./bridge/limits.ts";
export { parseBridgeRequest } from "./bridge/parse-request.ts";
export { bridgeResources, resolveBridgePath } from "./bridge/paths.ts";
export {
  type BridgeErrorCode,
  type BridgeParams,
  type BridgeRequest,
  type BridgeResponse,
  type BridgeResult,
  bridgeErrors,
  bridgeVersion,
} from "./bridge/protocol.ts";
export type { BridgeAction, BridgeResource } from "./bridge/requests.ts";
export { type CallbackDescription, callbacks } from "./callbacks/catalog.ts";
export type { FulfillBulkRequest, FulfillResponse, FulfillSingleRequest } from "./callbacks/fulfillment.ts";
export {
  buildRatePrefix,
  isRateId,
  isRateOfApp,
  listHandlesInRateName,
} from "./callbacks/rate-names.ts";
export {
  type AppRate,
  type ParcelAddress,
  type ParcelItem,
  type RateRequestBody,
  shippingRateLimits,
} from "./callbacks/shipping-rates.ts";
export {
  adminSession,
  createAccountByOperator,
  createStaff,
  partnerSession,
  rotateSecretKeyByOperator,
  setPasswordByOperator,
} from "./console/people.ts";
export { getCountryName, listCountryCodes, normalizeCountryCode } from "./countries.ts";
export { listErrorCodes } from "./documents/error-codes.ts";
export { buildOpenapi, listOperations, type PublicVersion } from "./documents/openapi.ts";

export { errorHelp } from "./error-help.ts";
export * from "./errors.ts";
export * from "./field-error-codes.ts";
export * from "./field-errors.ts";
export { formatIgnoredFieldWarning, parseIgnoredReason } from "./ignored-field.ts";
export { getZoneOffset, isTimeZone, parseDate, parseInstant, toInstant } from "./local-time.ts";
export { formatMinorUnits, getCurrencyExponent, parseMoney, toMinorUnits } from "./money.ts";
export * from "./operation.ts";
export { appRecordGroups } from "./operations/customization.ts";
export { metafieldGroups } from "./operations/metafields.ts";
export { maxLowStockQuantity } from "./operations/product-filters.ts";
export { operations } from "./operations.ts";
export * from "./paging.ts";
export {
  buildPagePath,
  findPage,
  joinPagePath,
  type PageArguments,
  type PageParams,
  type PageSearch,
} from "./panels/build-page-path.ts";
export {
  defineList,
  getFilterParameters,
  type ListDefinition,
  type ListFilters,
  type ListState,
  readListState,
  writeListFilters,
} from "./panels/define-list.ts";
export { pageRights } from "./panels/page-rights.ts";
export { createPageUrlBuilder, firstPageUrl, type PageUrl, parsePageUrl } from "./panels/page-url.ts";
export * from "./panels/pages.ts";
export * from "./query.ts";
export { reduceRecord } from "./reduced-record.ts";
export { describeReducedResponse, findResponseAccess, reduceResponse } from "./response-access.ts";
export { emailPattern, maxTextBytes } from "./schemas/common.ts";
export { maxAddresses } from "./schemas/customer-address.ts";
export { maxAttributes } from "./schemas/customer-attribute.ts";
export {
  attributeColumnPrefix,
  attributeColumnRule,
  type CustomerCsvColumn,
  customerCsvAddressFields,
  customerCsvColumns,
} from "./schemas/customer-csv.ts";
export type { CustomerCsvField } from "./schemas/customer-fields.ts";
export {
  adminLinkPlacements,
  callbackTopics,
  customizationKinds,
  maxAppRecords,
  maxSnippetBytes,
  snippetPlacements,
} from "./schemas/customization.ts";
export { type ExportedResource, exportedResources } from "./schemas/export.ts";
export { maxFulfillments } from "./schemas/fulfillment-input.ts";
export { fulfillLimits, messageStyles } from "./schemas/fulfillment-request.ts";
export { type FulfillmentTopic, fulfillmentTopics } from "./schemas/fulfillment-url.ts";
export { maxImages } from "./schemas/image.ts";
export {
  type ImportableResource,
  importableNames,
  importableResources,
  isImportable,
} from "./schemas/import.ts";
export { type QuantityField, quantityFields } from "./schemas/inventory.ts";
export {
  type NotificationKind,
  type NotificationVariables,
  notificationKinds,
  notificationLimits,
  notifications,
} from "./schemas/notification.ts";
export { maxOptionTypes } from "./schemas/option-input.ts";
export { maxLineQuantity, maxOrderLines } from "./schemas/order-input.ts";
export { maxReturns } from "./schemas/order-return-input.ts";
export { financialStatuses, fulfillmentStatuses, orderStatuses } from "./schemas/order-states.ts";
export type { PanelData, PanelStore } from "./schemas/panel.ts";
export { passwordLength } from "./schemas/people.ts";
export { productCsvColumns, stockColumnPrefix } from "./schemas/product-csv.ts";
export { maxTags, type ProductCsvField } from "./schemas/product-fields.ts";
export { maxNoteBytesPerOrder, maxRefunds } from "./schemas/refund-input.ts";
export { maxPayments } from "./schemas/transaction-input.ts";
export {
  gramsPerUnit,
  maxMeasure,
  maxPosition,
  type VariantCsvField,
  type WeightUnit,
} from "./schemas/variant-fields.ts";
export { maxVariants } from "./schemas/variant-input.ts";
export * from "./scopes.ts";
export { type SecurityEventKind, securityEventKindNames, securityEventKinds } from "./security-events.ts";
export {
  hasTransition,
  purchaseOrderStates,
  type StateTable,
  type TransitionTrigger,
  transferStates,
} from "./states/document-states.ts";
export {
  financialRules,
  fulfillmentOrderRules,
  fulfillmentRules,
  type StatusRule,
} from "./states/order-rules.ts";
export {
  canTransition,
  fulfillmentRequestStates,
  fulfillmentStates,
  type OrderStateTable,
  orderReturnStates,
  orderStates,
  refundStates,
  transactionStates,
} from "./states/order-states.ts";
export { reservedHandles, surfaces } from "./surfaces.ts";
export {
  canReadPayload,
  findNearestTopic,
  findTopic,
  listWithheldFields,
  type Topic,
  type TopicName,
  topics,
} from "./topics/catalog.ts";
export { type WebhookHeader, webhookHeaders } from "./topics/headers.ts";
export { payloads, type TopicPayload } from "./topics/payloads.ts";
