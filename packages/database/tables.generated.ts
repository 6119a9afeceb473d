// Generated from the migrations by `npm run generate`; not to be edited.

export interface AccessTokens {
  hash: Buffer;
  installation_id: number;
  store_id: number;
  scopes: string[];
  hint: string;
  created_at: Date;
  last_used_at: Date | null;
}

export interface AccountDevices {
  account_id: number;
  device_hash: Buffer;
  created_at: Date;
  seen_at: Date;
}

export interface Accounts {
  id: number;
  email: string;
  name: string;
  password_hash: string;
  is_staff: boolean;
  created_at: Date;
  updated_at: Date;
  email_verified_at: Date | null;
}

export interface AdminLinks {
  store_id: number;
  id: number;
  installation_id: number;
  label: string;
  url: string;
  placement: string;
  created_at: Date;
  updated_at: Date;
}

export interface AppFulfillmentUrls {
  app_id: number;
  topic: "fulfillment/single" | "fulfillment/bulk";
  url: string;
  created_at: Date;
  updated_at: Date;
}

export interface AppSecrets {
  id: number;
  app_id: number;
  key_id: string;
  data_key: Buffer;
  ciphertext: Buffer;
  hint: string;
  switch_at: Date | null;
  created_at: Date;
  last_used_at: Date | null;
}

export interface Apps {
  id: number;
  kind: "public" | "custom";
  partner_id: number | null;
  store_id: number | null;
  name: string;
  handle: string;
  client_id: string;
  app_url: string;
  redirection_urls: string[];
  embedded: boolean;
  created_at: Date;
  updated_at: Date;
  suspended_at: Date | null;
  suspended_reason: string | null;
  requires_pkce: boolean;
}

export interface AuditEntries {
  store_id: number;
  id: number;
  created_at: Date;
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

export interface AuthenticatorApps {
  id: number;
  account_id: number;
  key_id: string;
  data_key: Buffer;
  ciphertext: Buffer;
  last_step: number;
  confirmed_at: Date | null;
  created_at: Date;
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
  code_challenge: string | null;
}

export interface BalanceMovements {
  store_id: number;
  id: number;
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

export interface CodeFailures {
  account_id: number;
  failure_count: number;
  retry_at: Date;
}

export interface Collections {
  store_id: number;
  id: number;
  title: string;
  handle: string;
  description: string;
  body_html: string;
  image_url: string | null;
  position: number;
  is_published: boolean;
  parent_id: number | null;
  created_at: Date;
  updated_at: Date;
}

export interface Collects {
  store_id: number;
  id: number;
  product_id: number;
  collection_id: number;
  position: number;
  created_at: Date;
  updated_at: Date;
}

export interface Curls {
  store_id: number;
  id: number;
  installation_id: number;
  topic: string;
  url: string;
  created_at: Date;
  updated_at: Date;
}

export interface Currencies {
  store_id: number;
  id: number;
  code: string;
  rate: string;
  rounding: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface CustomerAddresses {
  store_id: number;
  id: number;
  customer_id: number;
  first_name: string;
  last_name: string;
  company: string;
  phone: string;
  email: string;
  address1: string;
  address2: string;
  city: string;
  zip: string;
  district: string;
  province: string;
  province_code: string;
  country: string;
  country_code: string;
  latitude: string | null;
  longitude: string | null;
  is_default: boolean;
  created_at: Date;
  updated_at: Date;
}

export interface CustomerAttributeValues {
  store_id: number;
  customer_id: number;
  attribute_id: number;
  value: unknown;
}

export interface CustomerAttributes {
  store_id: number;
  id: number;
  key: string;
  title: string;
  input_type: "text" | "textarea" | "number" | "date" | "select" | "multi_select" | "checkbox";
  is_required: boolean;
  options: string[];
  created_at: Date;
  updated_at: Date;
}

export interface CustomerGroupMembers {
  store_id: number;
  group_id: number;
  customer_id: number;
}

export interface CustomerGroups {
  store_id: number;
  id: number;
  name: string;
  description: string;
  created_at: Date;
  updated_at: Date;
}

export interface CustomerSearch {
  store_id: number;
  customer_id: number;
  search_text: string;
  facets: string[];
}

export interface Customers {
  store_id: number;
  id: number;
  code: string;
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  birthdate: string | null;
  gender: "male" | "female" | "other" | null;
  country_code: string;
  accepts_marketing: boolean;
  note: string;
  tags: string[];
  total_spent: string;
  order_count: number;
  last_order_id: number | null;
  total_credit: string;
  total_point: number;
  name_key: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface Deliveries {
  id: number;
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
  reduced: boolean;
  state: "pending" | "delivered" | "expired" | "cancelled" | "poison";
  attempts: number;
  due_at: Date;
  first_attempt_at: Date | null;
  finished_at: Date | null;
  withheld: string[];
  replays: number;
  replayed_at: Date | null;
  attempts_before: number;
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
  last_number: number;
}

export interface DocumentNumbers {
  store_id: number;
  resource: string;
  last_number: number;
}

export interface EmailVerifications {
  token_hash: Buffer;
  account_id: number;
  expires_at: Date;
}

export interface Endpoints {
  id: number;
  app_id: number;
  origin: string;
  created_at: Date;
  owner: string | null;
  leased_until: Date | null;
  lease_count: number;
  breaker: "closed" | "open" | "recovering";
  failing_since: Date | null;
  failures: number;
  last_failure: string | null;
  probe_at: Date | null;
  probes: number;
  rate: number | null;
  notices_sent: number;
}

export interface EventHeads {
  store_id: number;
  last_sequence: number;
}

export interface EventInbox {
  store_id: number;
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
  id: number;
  installation_id: number | null;
  resource: string;
  format: "jsonl" | "csv";
  filters: unknown;
  status: "queued" | "running" | "done" | "failed";
  progress: number;
  row_count: number;
  size: number | null;
  path: string | null;
  error: string | null;
  expires_at: Date;
  created_at: Date;
  updated_at: Date;
  attributes: boolean;
}

export interface FailedRequests {
  id: number;
  at: Date;
  request_id: string;
  store_id: number | null;
  actor_kind: string;
  actor_id: string;
  operation: string | null;
  method: string;
  path: string;
  status: number;
  code: string;
  duration_ms: number;
  fields: string[];
  error: string | null;
  stack: string | null;
}

export interface FileRemovals {
  store_id: number;
  path: string;
  due_at: Date;
  attempts: number;
  size: number;
}

export interface FulfillmentLines {
  store_id: number;
  id: number;
  order_id: number;
  fulfillment_id: number;
  fulfillment_order_line_id: number;
  line_item_id: number;
  quantity: number;
}

export interface FulfillmentOrderLines {
  store_id: number;
  id: number;
  order_id: number;
  fulfillment_order_id: number;
  line_item_id: number;
  quantity: number;
}

export interface FulfillmentOrders {
  store_id: number;
  id: number;
  order_id: number;
  location_id: number;
  blocks_location_delete: boolean;
  created_at: Date;
  updated_at: Date;
}

export interface FulfillmentRequests {
  store_id: number;
  id: number;
  app_id: number;
  installation_id: number;
  app_handle: string;
  topic: "fulfillment/single" | "fulfillment/bulk";
  order_ids: number[];
  fulfillment_order_id: number | null;
  status: "sent" | "linked" | "messaged" | "failed";
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
  id: number;
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

export interface HousekeepingLeases {
  job: string;
  leased_until: Date | null;
  epoch: number;
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
  expires_at: Date;
  claim: string;
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
  id: number;
  row: number;
  column: string | null;
  handle: string | null;
  message: string;
  code: string;
  params: unknown;
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
  id: number;
  installation_id: number | null;
  resource: string;
  filename: string;
  size: number;
  status: "checking" | "checked" | "running" | "done" | "failed" | "cancelled";
  progress: number;
  row_count: number;
  delimiter: "," | ";" | "\t" | null;
  ignored_columns: string[];
  check: unknown;
  result: unknown;
  error: string | null;
  path: string;
  actor_kind: string;
  actor_id: string;
  request_id: string;
  expires_at: Date;
  created_at: Date;
  updated_at: Date;
  attributes: boolean;
}

export interface Installations {
  id: number;
  store_id: number;
  app_id: number;
  status: "enabled" | "disabled" | "uninstalling" | "uninstalled";
  scopes: string[];
  installed_at: Date;
  disabled_at: Date | null;
  uninstall_requested_at: Date | null;
  uninstalled_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface InventoryLevels {
  store_id: number;
  id: number;
  variant_id: number;
  location_id: number;
  inventory_quantity: number;
  committed_inventory_quantity: number;
  incoming_inventory_quantity: number;
  reserved_inventory_quantity: number;
  created_at: Date;
  updated_at: Date;
}

export interface InventoryMovements {
  store_id: number;
  id: number;
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
  id: number;
  email: string;
  role: "manager" | "packer" | "stock_keeper" | "support" | "bookkeeper" | "custom";
  token_hash: Buffer;
  invited_by: number | null;
  expires_at: Date;
  created_at: Date;
  updated_at: Date;
  installation_ids: number[];
  rights: string[];
}

export interface Lanes {
  id: number;
  kind: "subscription" | "uninstall";
  subscription_id: number | null;
  installation_id: number;
  store_id: number;
  app_id: number;
  owner: string | null;
  epoch: number;
  leased_until: Date | null;
  wake_at: Date | null;
  wake_count: number;
  closed_at: Date | null;
  endpoint_id: number | null;
  queued_at: Date | null;
}

export interface LedgerCheckpointMark {
  only_row: boolean;
  covered_until: Date;
  transaction_id: number;
}

export interface LedgerCheckpoints {
  store_id: number;
  covered_until: Date;
  movement_count: number;
}

export interface Locations {
  store_id: number;
  id: number;
  code: string;
  name: string;
  address1: string;
  address2: string;
  city: string;
  province_code: string;
  country_code: string;
  zip: string;
  phone: string;
  email: string;
  latitude: string | null;
  longitude: string | null;
  is_primary: boolean;
  enabled_pickup: boolean;
  is_active: boolean;
  created_at: Date;
  updated_at: Date;
}

export interface LongJobs {
  store_id: number;
  task: string;
  record_id: number;
  owner: string | null;
  leased_until: Date | null;
  epoch: number;
  attempts: number;
  created_at: Date;
  turn: number;
}

export interface Mails {
  id: number;
  store_id: number | null;
  kind: string;
  recipient: string;
  subject: string;
  key_id: string;
  data_key: Buffer;
  ciphertext: Buffer;
  state: "unrendered" | "queued" | "sent" | "failed";
  attempts: number;
  due_at: Date;
  error: string | null;
  sent_at: Date | null;
  created_at: Date;
  sender_name: string | null;
  reply_to: string | null;
  html_key_id: string | null;
  html_data_key: Buffer | null;
  html_ciphertext: Buffer | null;
  order_id: number | null;
  priority: boolean;
  scheduled_at: Date;
  is_own_text: boolean;
}

export interface Memberships {
  store_id: number;
  account_id: number;
  role: "owner" | "manager" | "packer" | "stock_keeper" | "support" | "bookkeeper" | "custom";
  created_at: Date;
  installation_ids: number[];
  rights: string[];
}

export interface Metafields {
  store_id: number;
  id: number;
  owner_resource: "store" | "product" | "variant" | "collection" | "location" | "customer" | "order";
  owner_id: number;
  namespace: string;
  key: string;
  value: string;
  value_type: "String" | "Integer" | "Json";
  description: string;
  is_private: boolean;
  app_id: number | null;
  created_at: Date;
  updated_at: Date;
}

export interface NotificationTemplates {
  store_id: number;
  id: number;
  kind: string;
  subject: string | null;
  body_html: string | null;
  body_text: string | null;
  is_enabled: boolean;
  created_at: Date;
  updated_at: Date;
  render_error: string | null;
  render_failed_at: Date | null;
}

export interface OrderDocuments {
  store_id: number;
  order_id: number;
  stamp: string;
  body: string;
}

export interface OrderLines {
  store_id: number;
  id: number;
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
  id: number;
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
  id: number;
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
  search_text: string;
  facets: string[];
}

export interface OrderTransactions {
  store_id: number;
  id: number;
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
  id: number;
  number: number;
  version: number;
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
  cancel_reason: string;
  cancel_restock: boolean;
  cancelled_at: Date | null;
  closed_at: Date | null;
  processed_at: Date;
  created_at: Date;
  updated_at: Date;
}

export interface PartnerMembers {
  partner_id: number;
  account_id: number;
  role: "owner" | "developer";
  created_at: Date;
}

export interface Partners {
  id: number;
  name: string;
  created_at: Date;
  updated_at: Date;
  suspended_at: Date | null;
  suspended_reason: string | null;
}

export interface PasskeyChallenges {
  challenge_hash: Buffer;
  audience: "admin" | "partners";
  purpose: "sign_in" | "verify" | "add";
  account_id: number | null;
  expires_at: Date;
}

export interface Passkeys {
  id: number;
  account_id: number;
  audience: "admin" | "partners";
  name: string;
  credential_id: Buffer;
  public_key: Buffer;
  signature_count: number;
  transports: string[];
  created_at: Date;
  used_at: Date | null;
}

export interface PasswordAttempts {
  key_hash: Buffer;
  failure_count: number;
  attempted_at: Date;
  blocked_until: Date | null;
}

export interface PasswordResets {
  token_hash: Buffer;
  account_id: number;
  expires_at: Date;
}

export interface PendingSignIns {
  id_hash: Buffer;
  account_id: number;
  audience: "admin" | "partners";
  attempt_count: number;
  expires_at: Date;
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
  id: number;
  kind: "data_request" | "erase";
  customer_id: number;
  actor_kind: string;
  actor_id: string;
  request_id: string;
  event_sequence: number | null;
  event_created_at: Date | null;
  scrubbed_at: Date | null;
  completed_at: Date | null;
  created_at: Date;
  updated_at: Date;
  order_ids: number[];
  addressed_order_ids: number[];
  erased_email: string | null;
  scrub_failed_at: Date | null;
}

export interface Processes {
  id: string;
  role: string;
  started_at: Date;
  seen_at: Date;
  secret_key_id: string | null;
  souk_version: string | null;
  node_version: string | null;
}

export interface ProductDocuments {
  store_id: number;
  product_id: number;
  stamp: string;
  body: string;
}

export interface ProductImages {
  store_id: number;
  id: number;
  product_id: number;
  path: string;
  title: string;
  position: number;
  width: number;
  height: number;
  created_at: Date;
  updated_at: Date;
  size: number;
}

export interface ProductSearch {
  store_id: number;
  product_id: number;
  title_key: string;
  search_text: string;
  facets: string[];
}

export interface Products {
  store_id: number;
  id: number;
  handle: string;
  title: string;
  description: string;
  body_html: string;
  note: string;
  vendor: string;
  brand: string;
  product_type: string;
  tags: string[];
  taxable: boolean;
  shipping_required: boolean;
  inventory_management: "souk" | null;
  is_published: boolean;
  published_at: Date | null;
  meta_title: string;
  meta_description: string;
  keywords: string;
  total_quantity: number;
  version: number;
  created_at: Date;
  updated_at: Date;
}

export interface PurchaseOrderLines {
  store_id: number;
  id: number;
  purchase_order_id: number;
  variant_id: number;
  product_name: string;
  variant_name: string | null;
  sku: string;
  quantity: number;
  received_quantity: number;
  cost_price: string | null;
}

export interface PurchaseOrders {
  store_id: number;
  id: number;
  number: number;
  status: "draft" | "ordered" | "partially_received" | "received" | "cancelled";
  supplier_name: string;
  location_id: number;
  location_name: string;
  currency_code: string;
  currency_decimals: number;
  expected_at: Date | null;
  note: string;
  ordered_at: Date | null;
  received_at: Date | null;
  cancelled_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface RecoveryCodes {
  account_id: number;
  code_hash: Buffer;
}

export interface RefundLines {
  store_id: number;
  id: number;
  order_id: number;
  refund_id: number;
  line_item_id: number;
  fulfillment_order_line_id: number | null;
  location_id: number;
  quantity: number;
  is_reverted: boolean;
}

export interface Refunds {
  store_id: number;
  id: number;
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
  revoked_at: Date;
}

export interface ScriptTags {
  store_id: number;
  id: number;
  installation_id: number;
  src: string;
  event: string;
  created_at: Date;
  updated_at: Date;
}

export interface SecurityEventCounts {
  hour: Date;
  key: string;
  kind: string;
  account_id: number | null;
  store_id: number | null;
  client_address: string;
  count: number;
}

export interface SecurityEvents {
  id: number;
  created_at: Date;
  kind: string;
  account_id: number | null;
  store_id: number | null;
  partner_id: number | null;
  app_id: number | null;
  actor_kind: string;
  actor_id: string;
  client_address: string;
  user_agent: string;
  request_id: string;
  details: unknown;
}

export interface Sessions {
  id_hash: Buffer;
  account_id: number;
  audience: "admin" | "partners";
  created_at: Date;
  seen_at: Date;
  expires_at: Date;
  user_agent: string;
  client_address: string;
  verified_at: Date | null;
}

export interface Settings {
  key: string;
  value: unknown;
}

export interface Snippets {
  store_id: number;
  id: number;
  installation_id: number;
  field: string;
  value: string;
  created_at: Date;
  updated_at: Date;
}

export interface StaffActions {
  id: number;
  at: Date;
  account_id: number;
  action: "suspend" | "lift" | "set_fulfillment_url" | "clear_fulfillment_url" | "end_sessions" | "send_password_reset";
  target_kind: "partner" | "app" | "store" | "account";
  target_id: number;
  reason: string;
  request_id: string;
  detail: string | null;
}

export interface Stores {
  id: number;
  handle: string;
  name: string;
  email: string;
  phone: string;
  address1: string;
  address2: string;
  city: string;
  province_code: string;
  zip: string;
  country_code: string;
  currency_code: string;
  timezone: string;
  locale: string;
  plan_name: string;
  display_version: number;
  suspended_at: Date | null;
  created_at: Date;
  updated_at: Date;
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
  id: number;
  resource_type: "product" | "customer" | "order";
  name: string;
  created_at: Date;
  updated_at: Date;
}

export interface Tombstones {
  store_id: number;
  resource: string;
  record_id: number;
  deleted_at: Date;
}

export interface TransferLines {
  store_id: number;
  id: number;
  transfer_id: number;
  variant_id: number;
  product_name: string;
  variant_name: string | null;
  sku: string;
  quantity: number;
  received_quantity: number;
}

export interface Transfers {
  store_id: number;
  id: number;
  number: number;
  status: "draft" | "in_transit" | "partially_received" | "received" | "cancelled";
  from_location_id: number;
  from_location_name: string;
  to_location_id: number;
  to_location_name: string;
  expected_at: Date | null;
  note: string;
  sent_at: Date | null;
  received_at: Date | null;
  cancelled_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface UnloggedSecurityEvents {
  created_at: Date;
  id: number;
}

export interface VariantOptions {
  store_id: number;
  id: number;
  product_id: number;
  variant_type_id: number;
  name: string;
  position: number;
}

export interface VariantTypes {
  store_id: number;
  id: number;
  product_id: number;
  name: string;
  position: number;
}

export interface Variants {
  store_id: number;
  id: number;
  product_id: number;
  image_id: number;
  option_ids: number[];
  sku: string;
  barcode: string;
  price: string;
  compare_at_price: string | null;
  cost_price: string | null;
  inventory_quantity: number;
  inventory_policy: "deny" | "continue";
  taxable: boolean;
  shipping_required: boolean;
  weight: string;
  weight_unit: "g" | "kg" | "oz" | "lb";
  grams: number;
  width: string;
  height: string;
  length: string;
  position: number;
  is_enabled: boolean;
  created_at: Date;
  updated_at: Date;
}

export interface WebhookSubscriptions {
  id: number;
  store_id: number;
  installation_id: number;
  app_id: number;
  topic: string;
  url: string;
  created_at: Date;
  updated_at: Date;
  history_after: number | null;
}

export interface Tables {
  access_tokens: AccessTokens;
  account_devices: AccountDevices;
  accounts: Accounts;
  admin_links: AdminLinks;
  app_fulfillment_urls: AppFulfillmentUrls;
  app_secrets: AppSecrets;
  apps: Apps;
  audit_entries: AuditEntries;
  authenticator_apps: AuthenticatorApps;
  authorization_codes: AuthorizationCodes;
  balance_movements: BalanceMovements;
  code_failures: CodeFailures;
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
  email_verifications: EmailVerifications;
  endpoints: Endpoints;
  event_heads: EventHeads;
  event_inbox: EventInbox;
  events: Events;
  exports: Exports;
  failed_requests: FailedRequests;
  file_removals: FileRemovals;
  fulfillment_lines: FulfillmentLines;
  fulfillment_order_lines: FulfillmentOrderLines;
  fulfillment_orders: FulfillmentOrders;
  fulfillment_requests: FulfillmentRequests;
  fulfillments: Fulfillments;
  housekeeping_leases: HousekeepingLeases;
  id_counts: IdCounts;
  idempotency_claims: IdempotencyClaims;
  idempotency_keys: IdempotencyKeys;
  import_errors: ImportErrors;
  import_records: ImportRecords;
  imported_images: ImportedImages;
  imports: Imports;
  installations: Installations;
  inventory_levels: InventoryLevels;
  inventory_movements: InventoryMovements;
  invitations: Invitations;
  lanes: Lanes;
  ledger_checkpoint_mark: LedgerCheckpointMark;
  ledger_checkpoints: LedgerCheckpoints;
  locations: Locations;
  long_jobs: LongJobs;
  mails: Mails;
  memberships: Memberships;
  metafields: Metafields;
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
  passkey_challenges: PasskeyChallenges;
  passkeys: Passkeys;
  password_attempts: PasswordAttempts;
  password_resets: PasswordResets;
  pending_sign_ins: PendingSignIns;
  privacy_request_apps: PrivacyRequestApps;
  privacy_requests: PrivacyRequests;
  processes: Processes;
  product_documents: ProductDocuments;
  product_images: ProductImages;
  product_search: ProductSearch;
  products: Products;
  purchase_order_lines: PurchaseOrderLines;
  purchase_orders: PurchaseOrders;
  recovery_codes: RecoveryCodes;
  refund_lines: RefundLines;
  refunds: Refunds;
  resource_counts: ResourceCounts;
  revoked_tokens: RevokedTokens;
  script_tags: ScriptTags;
  security_event_counts: SecurityEventCounts;
  security_events: SecurityEvents;
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
  unlogged_security_events: UnloggedSecurityEvents;
  variant_options: VariantOptions;
  variant_types: VariantTypes;
  variants: Variants;
  webhook_subscriptions: WebhookSubscriptions;
}
