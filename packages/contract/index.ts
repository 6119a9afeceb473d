export { bridgeLimits } from "./bridge/limits.ts";
export { bridgePlace, bridgeResources } from "./bridge/places.ts";
export {
  type BridgeAnswer,
  type BridgeFields,
  type BridgeQuestion,
  type BridgeRefusal,
  type BridgeValue,
  bridgeRefusals,
  bridgeVersion,
} from "./bridge/protocol.ts";
export type { BridgeAsk, BridgeResource } from "./bridge/questions.ts";
export { readBridgeQuestion } from "./bridge/read-question.ts";
export { type CallbackDescription, callbacks } from "./callbacks/catalogue.ts";
export type { FulfillOne, FulfillReply, FulfillSeveral } from "./callbacks/fulfillment.ts";
export {
  type AppRate,
  type ParcelAddress,
  type ParcelItem,
  type RateQuestion,
  rateLimits,
} from "./callbacks/shipping-rates.ts";
export { adminSession, createStaff, partnerSession } from "./console/people.ts";
export { countryCodes, countryName, findCountry, noCountry } from "./countries.ts";
export { openapi, operationsOf, type PublicVersion } from "./documents/openapi.ts";
export { refusalsOf } from "./documents/refusals.ts";

export { errorHelp } from "./error-help.ts";
export * from "./errors.ts";
export { ignoredField, reasonIgnored } from "./ignored-field.ts";
export { instantOf, isTimeZone, offsetAt, readDate, readInstant } from "./local-time.ts";
export { currencyExponent, fromUnits, parseMoney, toUnits } from "./money.ts";
export * from "./operation.ts";
export { appRecordGroups } from "./operations/customisation.ts";
export { metafieldGroups } from "./operations/metafields.ts";
export { lowStock } from "./operations/product-filters.ts";
export { operations } from "./operations.ts";
export * from "./paging.ts";
export * from "./query.ts";
export { emailPattern, textLimits } from "./schemas/common.ts";
export { mostAddresses } from "./schemas/customer-address.ts";
export { mostAttributes } from "./schemas/customer-attribute.ts";
export {
  attributeColumnPrefix,
  attributeColumnRule,
  type CustomerCsvColumn,
  customerCsvAddress,
  customerCsvColumns,
} from "./schemas/customer-csv.ts";
export {
  adminLinkPlacements,
  curlTopics,
  customisationKinds,
  mostAppRecords,
  mostSnippetBytes,
  snippetPlacements,
} from "./schemas/customisation.ts";
export { type ExportedResource, exportedResources } from "./schemas/export.ts";
export { mostFulfillments } from "./schemas/fulfillment-input.ts";
export { fulfillLimits, messageStyles } from "./schemas/fulfillment-request.ts";
export { type FulfillmentTopic, fulfillmentTopics } from "./schemas/fulfillment-url.ts";
export { mostImages } from "./schemas/image.ts";
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
export { mostTypes } from "./schemas/option-input.ts";
export { mostOrderLines, mostOrderUnits } from "./schemas/order-input.ts";
export { mostReturns } from "./schemas/order-return-input.ts";
export { financialStatuses, fulfillmentStatuses, orderStatuses } from "./schemas/order-states.ts";
export type { PanelData, PanelStore } from "./schemas/panel.ts";
export { passwordLength } from "./schemas/people.ts";
export { productCsvColumns, stockColumnPrefix } from "./schemas/product-csv.ts";
export { mostTags } from "./schemas/product-input.ts";
export { mostPartNotes, mostRefunds } from "./schemas/refund-input.ts";
export { mostPayments } from "./schemas/transaction-input.ts";
export {
  gramsOf,
  mostMeasure,
  mostPosition,
  mostVariants,
  type WeightUnit,
} from "./schemas/variant-input.ts";
export * from "./scopes.ts";
export {
  isDrawn,
  purchaseOrderStates,
  type StateTable,
  type Step,
  transferStates,
} from "./states/document-states.ts";
export {
  financialRules,
  fulfillmentOrderRules,
  fulfillmentRules,
  type StatusRule,
} from "./states/order-rules.ts";
export {
  fulfillmentRequestStates,
  fulfillmentStates,
  isWay,
  type OrderStateTable,
  orderReturnStates,
  orderStates,
  refundStates,
  transactionStates,
} from "./states/order-states.ts";
export { reservedHandles, surfaces } from "./surfaces.ts";
export {
  nearestTopic,
  opensPayload,
  type Topic,
  type TopicName,
  topicOf,
  topics,
  withheldFields,
} from "./topics/catalogue.ts";
export { type WebhookHeader, webhookHeaders } from "./topics/headers.ts";
export { type PayloadOf, payloads } from "./topics/payloads.ts";
