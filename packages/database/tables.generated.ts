// Generated from the migrations by `npm run generate`; not to be edited.
import type { Generated } from "kysely";

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

export interface Memberships {
  store_id: number;
  account_id: number;
  role: "owner" | "manager" | "staff";
  scopes: Generated<string[]>;
  created_at: Generated<Date>;
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

export interface ResourceCounts {
  store_id: number;
  resource: string;
  delta: number;
}

export interface RevokedTokens {
  hash: Buffer;
  revoked_at: Generated<Date>;
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
}

export interface Tables {
  access_tokens: AccessTokens;
  accounts: Accounts;
  app_secrets: AppSecrets;
  apps: Apps;
  authorization_codes: AuthorizationCodes;
  deliveries: Deliveries;
  delivery_attempts: DeliveryAttempts;
  delivery_heads: DeliveryHeads;
  event_heads: EventHeads;
  event_inbox: EventInbox;
  events: Events;
  idempotency_keys: IdempotencyKeys;
  installations: Installations;
  inventory_levels: InventoryLevels;
  inventory_movements: InventoryMovements;
  lanes: Lanes;
  locations: Locations;
  memberships: Memberships;
  partner_members: PartnerMembers;
  partners: Partners;
  processes: Processes;
  product_documents: ProductDocuments;
  product_images: ProductImages;
  products: Products;
  resource_counts: ResourceCounts;
  revoked_tokens: RevokedTokens;
  sessions: Sessions;
  settings: Settings;
  stores: Stores;
  variant_options: VariantOptions;
  variant_types: VariantTypes;
  variants: Variants;
  webhook_subscriptions: WebhookSubscriptions;
}
