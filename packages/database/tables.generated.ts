// Generated from the migrations by `npm run generate`; not to be edited.
import type { Generated, GeneratedAlways } from "kysely";

export interface AccessTokens {
  hash: Buffer;
  installation_id: number;
  store_id: number;
  scopes: string[];
  hint: string;
  created_at: Generated<Date>;
}

export interface Accounts {
  id: Generated<number>;
  email: string;
  name: Generated<string>;
  password_hash: string;
  is_staff: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface AdminLinks {
  store_id: number;
  id: Generated<number>;
  installation_id: number;
  label: string;
  url: string;
  placement: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface AppFulfillmentUrls {
  app_id: number;
  topic: "fulfillment/single" | "fulfillment/bulk";
  url: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface AppSecrets {
  id: Generated<number>;
  app_id: number;
  key_id: string;
  data_key: Buffer;
  ciphertext: Buffer;
  hint: string;
  switch_at: Date | null;
  created_at: Generated<Date>;
}

export interface Apps {
  id: Generated<number>;
  kind: Generated<"public" | "custom">;
  partner_id: number | null;
  store_id: number | null;
  name: string;
  handle: string;
  client_id: string;
  app_url: Generated<string>;
  redirection_urls: Generated<string[]>;
  embedded: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  suspended_at: Date | null;
  suspended_reason: string | null;
}

export interface AuditEntries {
  store_id: number;
  id: Generated<number>;
  created_at: Generated<Date>;
  action: "create" | "update" | "delete";
  resource: string;
  resource_id: number;
  parent_id: number | null;
  label: string | null;
  before: unknown;
  after: unknown;
  actor_kind: string;
  actor_id: string;
  request_id: string;
}

export interface AuthorizationCodes {
  hash: Buffer;
  app_id: number;
  store_id: number;
  account_id: number;
  scopes: string[];
  redirect_uri: string;
  consent_hash: Buffer;
  created_at: Date;
  expires_at: Date;
  redeemed_at: Date | null;
  installation_id: number | null;
}

export interface BalanceMovements {
  store_id: number;
  id: Generated<number>;
  customer_id: number;
  balance: "credit" | "point";
  change: string;
  resulting: string;
  description: string;
  actor_kind: string;
  actor_id: string;
  request_id: string;
  created_at: Date;
  order_id: number | null;
}

export interface Collections {
  store_id: number;
  id: Generated<number>;
  title: string;
  handle: string;
  description: Generated<string>;
  body_html: Generated<string>;
  image_url: string | null;
  position: Generated<number>;
  is_published: Generated<boolean>;
  parent_id: number | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface Collects {
  store_id: number;
  id: Generated<number>;
  product_id: number;
  collection_id: number;
  position: number;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface Curls {
  store_id: number;
  id: Generated<number>;
  installation_id: number;
  topic: string;
  url: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface Currencies {
  store_id: number;
  id: Generated<number>;
  code: string;
  rate: string;
  rounding: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface CustomerAddresses {
  store_id: number;
  id: Generated<number>;
  customer_id: number;
  first_name: Generated<string>;
  last_name: Generated<string>;
  company: Generated<string>;
  phone: Generated<string>;
  email: Generated<string>;
  address1: Generated<string>;
  address2: Generated<string>;
  city: Generated<string>;
  zip: Generated<string>;
  district: Generated<string>;
  province: Generated<string>;
  province_code: Generated<string>;
  country: Generated<string>;
  country_code: Generated<string>;
  latitude: string | null;
  longitude: string | null;
  is_default: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface CustomerAttributeValues {
  store_id: number;
  customer_id: number;
  attribute_id: number;
  value: unknown;
}

export interface CustomerAttributes {
  store_id: number;
  id: Generated<number>;
  key: string;
  title: string;
  input_type: "text" | "textarea" | "number" | "date" | "select" | "multi_select" | "checkbox";
  is_required: Generated<boolean>;
  options: Generated<string[]>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface CustomerGroupMembers {
  store_id: number;
  group_id: number;
  customer_id: number;
}

export interface CustomerGroups {
  store_id: number;
  id: Generated<number>;
  name: string;
  description: Generated<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface CustomerSearch {
  store_id: number;
  customer_id: number;
  told: string;
  facets: string[];
}

export interface Customers {
  store_id: number;
  id: Generated<number>;
  code: Generated<string>;
  first_name: Generated<string>;
  last_name: Generated<string>;
  email: Generated<string>;
  phone: Generated<string>;
  birthdate: string | null;
  gender: "male" | "female" | "other" | null;
  country_code: Generated<string>;
  accepts_marketing: Generated<boolean>;
  note: Generated<string>;
  tags: Generated<string[]>;
  total_spent: Generated<string>;
  order_count: Generated<number>;
  last_order_id: number | null;
  total_credit: Generated<string>;
  total_point: Generated<number>;
  name_key: GeneratedAlways<string | null>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface Deliveries {
  id: Generated<number>;
  created_at: Date;
  lane_id: number;
  store_id: number;
  installation_id: number;
  app_id: number;
  subscription_id: number | null;
  topic: string;
  number: number;
  event_sequence: number;
  event_created_at: Date;
  url: string | null;
  reduced: Generated<boolean>;
  state: Generated<"pending" | "delivered" | "expired" | "cancelled" | "poison">;
  attempts: Generated<number>;
  due_at: Date;
  first_attempt_at: Date | null;
  finished_at: Date | null;
  withheld: Generated<string[]>;
  replays: Generated<number>;
  replayed_at: Date | null;
  attempts_before: Generated<number>;
}

export interface DeliveryAttempts {
  delivery_id: number;
  created_at: Date;
  number: number;
  status: number | null;
  failure: string | null;
  duration_ms: number;
  answer: string | null;
}

export interface DeliveryHeads {
  installation_id: number;
  last_number: Generated<number>;
}

export interface DocumentNumbers {
  store_id: number;
  resource: string;
  last_number: number;
}

export interface Endpoints {
  id: Generated<number>;
  app_id: number;
  origin: string;
  created_at: Generated<Date>;
  owner: string | null;
  leased_until: Date | null;
  takes: Generated<number>;
  breaker: Generated<"closed" | "open" | "recovering">;
  failing_since: Date | null;
  failures: Generated<number>;
  last_failure: string | null;
  probe_at: Date | null;
  probes: Generated<number>;
  rate: number | null;
  notices: Generated<number>;
}

export interface EventHeads {
  store_id: number;
  last_sequence: Generated<number>;
}

export interface EventInbox {
  store_id: number;
  id: Generated<number>;
  occurred_at: Date;
  topic: string;
  resource_id: number | null;
  payload: string | null;
  context: string | null;
  trigger_by_app: string | null;
  actor_kind: string;
  actor_id: string;
  request_id: string;
}

export interface Events {
  store_id: number;
  sequence: number;
  created_at: Date;
  id: number;
  occurred_at: Date;
  topic: string;
  resource_id: number | null;
  payload: string | null;
  context: string | null;
  trigger_by_app: string | null;
  actor_kind: string;
  actor_id: string;
  request_id: string;
}

export interface Exports {
  store_id: number;
  id: Generated<number>;
  installation_id: number | null;
  resource: string;
  format: "jsonl" | "csv";
  filters: Generated<unknown>;
  status: Generated<"queued" | "running" | "done" | "failed">;
  progress: Generated<number>;
  row_count: Generated<number>;
  size: number | null;
  path: string | null;
  error: string | null;
  expires_at: Date;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  attributes: Generated<boolean>;
}

export interface FileRemovals {
  store_id: number;
  path: string;
  due_at: Date;
  tries: Generated<number>;
}

export interface FulfillmentLines {
  store_id: number;
  id: Generated<number>;
  order_id: number;
  fulfillment_id: number;
  fulfillment_order_line_id: number;
  line_item_id: number;
  quantity: number;
}

export interface FulfillmentOrderLines {
  store_id: number;
  id: Generated<number>;
  order_id: number;
  fulfillment_order_id: number;
  line_item_id: number;
  quantity: number;
}

export interface FulfillmentOrders {
  store_id: number;
  id: Generated<number>;
  order_id: number;
  location_id: number;
  keeps_location: Generated<boolean>;
  created_at: Date;
  updated_at: Date;
}

export interface FulfillmentRequests {
  store_id: number;
  id: Generated<number>;
  app_id: number;
  installation_id: number;
  app_handle: string;
  topic: "fulfillment/single" | "fulfillment/bulk";
  order_ids: number[];
  fulfillment_order_id: number | null;
  status: Generated<"sent" | "linked" | "messaged" | "failed">;
  answer: unknown;
  error: string | null;
  duration_ms: number | null;
  actor_kind: string;
  actor_id: string;
  request_id: string;
  created_at: Date;
  updated_at: Date;
}

export interface Fulfillments {
  store_id: number;
  id: Generated<number>;
  order_id: number;
  fulfillment_order_id: number | null;
  location_id: number;
  status: "pending" | "in_transit" | "out_for_delivery" | "delivered" | "failed" | "cancelled";
  tracking_company: string;
  tracking_number: string;
  tracking_url: string;
  service: string;
  message: string;
  app_handle: string;
  consignment_note_url: string;
  created_at: Date;
  updated_at: Date;
}

export interface IdCounts {
  store_id: number;
  resource: string;
  bucket: number;
  delta: number;
}

export interface IdempotencyClaims {
  store_id: number;
  actor: string;
  key: string;
  until: Date;
  claim: Generated<string>;
}

export interface IdempotencyKeys {
  store_id: number;
  actor: string;
  key: string;
  created_at: Date;
  method: string;
  path: string;
  body_hash: Buffer;
  status: number;
  answer: string;
  warning: string | null;
}

export interface ImportErrors {
  store_id: number;
  import_id: number;
  id: Generated<number>;
  row: number;
  column: string | null;
  handle: string | null;
  message: string;
}

export interface ImportProducts {
  store_id: GeneratedAlways<number | null>;
  import_id: GeneratedAlways<number | null>;
  handle: GeneratedAlways<string | null>;
  row: GeneratedAlways<number | null>;
}

export interface ImportRecords {
  store_id: number;
  import_id: number;
  key: string;
  row: number;
}

export interface ImportedImages {
  store_id: number;
  image_id: number;
  url: string;
}

export interface Imports {
  store_id: number;
  id: Generated<number>;
  installation_id: number | null;
  resource: Generated<string>;
  filename: string;
  size: number;
  status: Generated<"checking" | "checked" | "running" | "done" | "failed" | "cancelled">;
  progress: Generated<number>;
  row_count: Generated<number>;
  delimiter: "," | ";" | "\t" | null;
  ignored_columns: Generated<string[]>;
  check: unknown;
  result: unknown;
  error: string | null;
  path: string;
  actor_kind: string;
  actor_id: string;
  request_id: string;
  expires_at: Date;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  attributes: Generated<boolean>;
}

export interface Installations {
  id: Generated<number>;
  store_id: number;
  app_id: number;
  status: "enabled" | "disabled" | "uninstalling" | "uninstalled";
  scopes: string[];
  installed_at: Date;
  disabled_at: Date | null;
  uninstall_requested_at: Date | null;
  uninstalled_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface InventoryLevels {
  store_id: number;
  id: Generated<number>;
  variant_id: number;
  location_id: number;
  inventory_quantity: Generated<number>;
  committed_inventory_quantity: Generated<number>;
  incoming_inventory_quantity: Generated<number>;
  reserved_inventory_quantity: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface InventoryMovements {
  store_id: number;
  id: Generated<number>;
  created_at: Date;
  variant_id: number;
  location_id: number;
  field: string;
  change: number;
  resulting_quantity: number;
  reason: string;
  reference: string | null;
  actor_kind: string;
  actor_id: string;
  request_id: string;
  order_id: number | null;
  purchase_order_id: number | null;
  transfer_id: number | null;
}

export interface Invitations {
  store_id: number;
  id: Generated<number>;
  email: string;
  role: "manager" | "staff";
  scopes: Generated<string[]>;
  token_hash: Buffer;
  invited_by: number | null;
  expires_at: Date;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface Lanes {
  id: Generated<number>;
  kind: "subscription" | "uninstall";
  subscription_id: number | null;
  installation_id: number;
  store_id: number;
  app_id: number;
  owner: string | null;
  epoch: Generated<number>;
  leased_until: Date | null;
  wake_at: Date | null;
  wakes: Generated<number>;
  closed_at: Date | null;
  endpoint_id: number | null;
  queued_at: Date | null;
}

export interface Locations {
  store_id: number;
  id: Generated<number>;
  code: string;
  name: string;
  address1: Generated<string>;
  address2: Generated<string>;
  city: Generated<string>;
  province_code: Generated<string>;
  country_code: Generated<string>;
  zip: Generated<string>;
  phone: Generated<string>;
  email: Generated<string>;
  latitude: string | null;
  longitude: string | null;
  is_primary: Generated<boolean>;
  enabled_pickup: Generated<boolean>;
  is_active: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface LongJobs {
  store_id: number;
  task: string;
  record_id: number;
  queued_at: Date | null;
  owner: string | null;
  leased_until: Date | null;
  epoch: Generated<number>;
  attempts: Generated<number>;
  created_at: Generated<Date>;
}

export interface Mails {
  id: Generated<number>;
  store_id: number | null;
  kind: string;
  recipient: string;
  subject: string;
  key_id: string;
  data_key: Buffer;
  ciphertext: Buffer;
  state: Generated<"queued" | "sent" | "failed">;
  attempts: Generated<number>;
  due_at: Date;
  error: string | null;
  sent_at: Date | null;
  created_at: Generated<Date>;
  sender_name: string | null;
  reply_to: string | null;
  html_key_id: string | null;
  html_data_key: Buffer | null;
  html_ciphertext: Buffer | null;
  order_id: number | null;
  goes_first: Generated<boolean>;
}

export interface Memberships {
  store_id: number;
  account_id: number;
  role: "owner" | "manager" | "staff";
  scopes: Generated<string[]>;
  created_at: Generated<Date>;
}

export interface Metafields {
  store_id: number;
  id: Generated<number>;
  owner_resource: "store" | "product" | "variant" | "collection" | "location" | "customer" | "order";
  owner_id: number;
  namespace: string;
  key: string;
  value: string;
  value_type: "String" | "Integer" | "Json";
  description: Generated<string>;
  is_private: Generated<boolean>;
  app_id: number | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface MovementMark {
  only_row: Generated<boolean>;
  until: Date;
  transaction: number;
}

export interface MovementSeals {
  store_id: number;
  until: Date;
  movements: number;
}

export interface NotificationTemplates {
  store_id: number;
  id: Generated<number>;
  kind: string;
  subject: string | null;
  body_html: string | null;
  body_text: string | null;
  is_enabled: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface OrderDocuments {
  store_id: number;
  order_id: number;
  stamp: string;
  body: string;
}

export interface OrderLines {
  store_id: number;
  id: Generated<number>;
  order_id: number;
  position: number;
  product_id: number | null;
  variant_id: number | null;
  product_name: string;
  variant_name: string | null;
  sku: string;
  barcode: string;
  image_path: string | null;
  quantity: number;
  price: string;
  total_discount: string;
  total_tax: string;
  taxable: boolean;
  shipping_required: boolean;
  grams: number;
  cost_price: string | null;
  is_stocked: boolean;
  created_at: Date;
  updated_at: Date;
}

export interface OrderReturnLines {
  store_id: number;
  id: Generated<number>;
  order_id: number;
  order_return_id: number;
  line_item_id: number;
  quantity: number;
  reason: string;
  restock: boolean;
  location_id: number;
}

export interface OrderReturns {
  store_id: number;
  id: Generated<number>;
  order_id: number;
  status: "requested" | "accepted" | "completed" | "cancelled";
  note: string;
  refund_id: number | null;
  created_at: Date;
  updated_at: Date;
}

export interface OrderSearch {
  store_id: number;
  order_id: number;
  told: string;
  facets: string[];
}

export interface OrderTransactions {
  store_id: number;
  id: Generated<number>;
  order_id: number;
  kind: "sale" | "authorization" | "capture" | "refund" | "void";
  status: "pending" | "success" | "failure";
  amount: string;
  gateway_type: string;
  gateway_title: string;
  gateway_method: string;
  points: number | null;
  reference: string;
  parent_id: number | null;
  created_at: Date;
  updated_at: Date;
  processed_at: Date | null;
}

export interface Orders {
  store_id: number;
  id: Generated<number>;
  number: number;
  version: Generated<number>;
  status: "open" | "closed" | "cancelled";
  financial_status: "unpaid" | "pending" | "authorized" | "partially_paid" | "paid" | "partially_refunded" | "refunded" | "voided";
  fulfillment_status: "unfulfilled" | "partially_fulfilled" | "fulfilled" | "partially_returned" | "returned";
  email: string;
  phone: string;
  customer_id: number | null;
  customer: unknown;
  currency_code: string;
  currency_decimals: number;
  exchange_rate: string;
  taxes_included: boolean;
  subtotal_price: string;
  total_line_items_price: string;
  total_discount: string;
  total_shipping: string;
  total_tax: string;
  total_price: string;
  total_paid: string;
  total_refund_amount: string;
  credit_used: string;
  point_used: number;
  shipping_address: unknown;
  billing_address: unknown;
  shipping_fees: unknown;
  discounts: unknown;
  tax_lines: unknown;
  note: string;
  remark: string;
  note_attributes: unknown;
  tags: string[];
  source_name: string;
  source_identifier: string;
  token: string;
  cart_token: string;
  browser_ip: string;
  location_id: number | null;
  sales_attributions: unknown;
  inventory_behaviour: "decrement_obeying_policy" | "decrement_ignoring_policy" | "bypass";
  cancel_reason: Generated<string>;
  cancel_restock: Generated<boolean>;
  cancelled_at: Date | null;
  closed_at: Date | null;
  processed_at: Date;
  created_at: Date;
  updated_at: Date;
}

export interface PartnerMembers {
  partner_id: number;
  account_id: number;
  role: Generated<"owner" | "developer">;
  created_at: Generated<Date>;
}

export interface Partners {
  id: Generated<number>;
  name: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  suspended_at: Date | null;
  suspended_reason: string | null;
}

export interface PrivacyRequestApps {
  store_id: number;
  privacy_request_id: number;
  installation_id: number;
  state: "waiting" | "answered" | "not_reached" | "not_subscribed";
  settled_at: Date | null;
}

export interface PrivacyRequests {
  store_id: number;
  id: Generated<number>;
  kind: "data_request" | "erase";
  customer_id: number;
  actor_kind: string;
  actor_id: string;
  request_id: string;
  event_sequence: number | null;
  event_created_at: Date | null;
  scrubbed_at: Date | null;
  completed_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  order_ids: Generated<number[]>;
  addressed_order_ids: Generated<number[]>;
  erased_email: string | null;
  scrub_failed_at: Date | null;
}

export interface Processes {
  id: string;
  role: string;
  started_at: Date;
  seen_at: Date;
}

export interface ProductDocuments {
  store_id: number;
  product_id: number;
  stamp: string;
  body: string;
}

export interface ProductImages {
  store_id: number;
  id: Generated<number>;
  product_id: number;
  path: string;
  title: Generated<string>;
  position: number;
  width: number;
  height: number;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface ProductSearch {
  store_id: number;
  product_id: number;
  title_key: string;
  told: string;
  facets: string[];
}

export interface Products {
  store_id: number;
  id: Generated<number>;
  handle: string;
  title: string;
  description: Generated<string>;
  body_html: Generated<string>;
  note: Generated<string>;
  vendor: Generated<string>;
  brand: Generated<string>;
  product_type: Generated<string>;
  tags: Generated<string[]>;
  taxable: Generated<boolean>;
  shipping_required: Generated<boolean>;
  inventory_management: "souk" | null;
  is_published: Generated<boolean>;
  published_at: Date | null;
  meta_title: Generated<string>;
  meta_description: Generated<string>;
  keywords: Generated<string>;
  total_quantity: Generated<number>;
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface PurchaseOrderLines {
  store_id: number;
  id: Generated<number>;
  purchase_order_id: number;
  variant_id: number;
  product_name: string;
  variant_name: string | null;
  sku: string;
  quantity: number;
  received_quantity: Generated<number>;
  cost_price: string | null;
}

export interface PurchaseOrders {
  store_id: number;
  id: Generated<number>;
  number: number;
  status: "draft" | "ordered" | "partially_received" | "received" | "cancelled";
  supplier_name: Generated<string>;
  location_id: number;
  location_name: string;
  currency_code: string;
  currency_decimals: number;
  expected_at: Date | null;
  note: Generated<string>;
  ordered_at: Date | null;
  received_at: Date | null;
  cancelled_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface RefundLines {
  store_id: number;
  id: Generated<number>;
  order_id: number;
  refund_id: number;
  line_item_id: number;
  fulfillment_order_line_id: number | null;
  location_id: number;
  quantity: number;
  is_reverted: Generated<boolean>;
}

export interface Refunds {
  store_id: number;
  id: Generated<number>;
  order_id: number;
  status: "created" | "cancelled";
  amount: string;
  note: string;
  reference_number: string;
  transaction_id: number | null;
  created_at: Date;
  updated_at: Date;
}

export interface ResourceCounts {
  store_id: number;
  resource: string;
  delta: number;
}

export interface RevokedTokens {
  hash: Buffer;
  revoked_at: Generated<Date>;
}

export interface ScriptTags {
  store_id: number;
  id: Generated<number>;
  installation_id: number;
  src: string;
  event: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface Sessions {
  id_hash: Buffer;
  account_id: number;
  audience: "admin" | "partners";
  created_at: Date;
  seen_at: Date;
  expires_at: Date;
}

export interface Settings {
  key: string;
  value: unknown;
}

export interface Snippets {
  store_id: number;
  id: Generated<number>;
  installation_id: number;
  field: string;
  value: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface StaffActions {
  id: Generated<number>;
  at: Date;
  account_id: number;
  action: "suspend" | "lift" | "set_fulfillment_url" | "clear_fulfillment_url";
  target_kind: "partner" | "app" | "store";
  target_id: number;
  reason: string;
  request_id: string;
  detail: string | null;
}

export interface Stores {
  id: Generated<number>;
  handle: string;
  name: string;
  email: Generated<string>;
  phone: Generated<string>;
  address1: Generated<string>;
  address2: Generated<string>;
  city: Generated<string>;
  province_code: Generated<string>;
  zip: Generated<string>;
  country_code: Generated<string>;
  currency_code: string;
  timezone: string;
  locale: Generated<string>;
  plan_name: Generated<string>;
  rendition: Generated<number>;
  suspended_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  suspended_reason: string | null;
}

export interface TagCounts {
  store_id: number;
  resource_type: string;
  name: string;
  delta: number;
}

export interface Tags {
  store_id: number;
  id: Generated<number>;
  resource_type: "product" | "customer" | "order";
  name: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface Tombstones {
  store_id: number;
  resource: string;
  record_id: number;
  deleted_at: Generated<Date>;
}

export interface TransferLines {
  store_id: number;
  id: Generated<number>;
  transfer_id: number;
  variant_id: number;
  product_name: string;
  variant_name: string | null;
  sku: string;
  quantity: number;
  received_quantity: Generated<number>;
}

export interface Transfers {
  store_id: number;
  id: Generated<number>;
  number: number;
  status: "draft" | "in_transit" | "partially_received" | "received" | "cancelled";
  from_location_id: number;
  from_location_name: string;
  to_location_id: number;
  to_location_name: string;
  expected_at: Date | null;
  note: Generated<string>;
  sent_at: Date | null;
  received_at: Date | null;
  cancelled_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface VariantOptions {
  store_id: number;
  id: Generated<number>;
  product_id: number;
  variant_type_id: number;
  name: string;
  position: number;
}

export interface VariantTypes {
  store_id: number;
  id: Generated<number>;
  product_id: number;
  name: string;
  position: number;
}

export interface Variants {
  store_id: number;
  id: Generated<number>;
  product_id: number;
  image_id: Generated<number>;
  option_ids: Generated<number[]>;
  sku: Generated<string>;
  barcode: Generated<string>;
  price: Generated<string>;
  compare_at_price: string | null;
  cost_price: string | null;
  inventory_quantity: Generated<number>;
  inventory_policy: Generated<"deny" | "continue">;
  taxable: Generated<boolean>;
  shipping_required: Generated<boolean>;
  weight: Generated<string>;
  weight_unit: Generated<"g" | "kg" | "oz" | "lb">;
  grams: Generated<number>;
  width: Generated<string>;
  height: Generated<string>;
  length: Generated<string>;
  position: Generated<number>;
  is_enabled: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface WebhookSubscriptions {
  id: Generated<number>;
  store_id: number;
  installation_id: number;
  app_id: number;
  topic: string;
  url: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  history_after: number | null;
}

export interface Tables {
  access_tokens: AccessTokens;
  accounts: Accounts;
  admin_links: AdminLinks;
  app_fulfillment_urls: AppFulfillmentUrls;
  app_secrets: AppSecrets;
  apps: Apps;
  audit_entries: AuditEntries;
  authorization_codes: AuthorizationCodes;
  balance_movements: BalanceMovements;
  collections: Collections;
  collects: Collects;
  curls: Curls;
  currencies: Currencies;
  customer_addresses: CustomerAddresses;
  customer_attribute_values: CustomerAttributeValues;
  customer_attributes: CustomerAttributes;
  customer_group_members: CustomerGroupMembers;
  customer_groups: CustomerGroups;
  customer_search: CustomerSearch;
  customers: Customers;
  deliveries: Deliveries;
  delivery_attempts: DeliveryAttempts;
  delivery_heads: DeliveryHeads;
  document_numbers: DocumentNumbers;
  endpoints: Endpoints;
  event_heads: EventHeads;
  event_inbox: EventInbox;
  events: Events;
  exports: Exports;
  file_removals: FileRemovals;
  fulfillment_lines: FulfillmentLines;
  fulfillment_order_lines: FulfillmentOrderLines;
  fulfillment_orders: FulfillmentOrders;
  fulfillment_requests: FulfillmentRequests;
  fulfillments: Fulfillments;
  id_counts: IdCounts;
  idempotency_claims: IdempotencyClaims;
  idempotency_keys: IdempotencyKeys;
  import_errors: ImportErrors;
  import_products: ImportProducts;
  import_records: ImportRecords;
  imported_images: ImportedImages;
  imports: Imports;
  installations: Installations;
  inventory_levels: InventoryLevels;
  inventory_movements: InventoryMovements;
  invitations: Invitations;
  lanes: Lanes;
  locations: Locations;
  long_jobs: LongJobs;
  mails: Mails;
  memberships: Memberships;
  metafields: Metafields;
  movement_mark: MovementMark;
  movement_seals: MovementSeals;
  notification_templates: NotificationTemplates;
  order_documents: OrderDocuments;
  order_lines: OrderLines;
  order_return_lines: OrderReturnLines;
  order_returns: OrderReturns;
  order_search: OrderSearch;
  order_transactions: OrderTransactions;
  orders: Orders;
  partner_members: PartnerMembers;
  partners: Partners;
  privacy_request_apps: PrivacyRequestApps;
  privacy_requests: PrivacyRequests;
  processes: Processes;
  product_documents: ProductDocuments;
  product_images: ProductImages;
  product_search: ProductSearch;
  products: Products;
  purchase_order_lines: PurchaseOrderLines;
  purchase_orders: PurchaseOrders;
  refund_lines: RefundLines;
  refunds: Refunds;
  resource_counts: ResourceCounts;
  revoked_tokens: RevokedTokens;
  script_tags: ScriptTags;
  sessions: Sessions;
  settings: Settings;
  snippets: Snippets;
  staff_actions: StaffActions;
  stores: Stores;
  tag_counts: TagCounts;
  tags: Tags;
  tombstones: Tombstones;
  transfer_lines: TransferLines;
  transfers: Transfers;
  variant_options: VariantOptions;
  variant_types: VariantTypes;
  variants: Variants;
  webhook_subscriptions: WebhookSubscriptions;
}
