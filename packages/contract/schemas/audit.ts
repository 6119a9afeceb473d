import { Type } from "typebox";
import { actor, id, nullable, timestamp } from "./common.ts";

/** Kinds of records that the audit log covers. */
export const auditedResources = [
  "store",
  "product",
  "variant",
  "option_type",
  "option_value",
  "image",
  "collection",
  "collect",
  "location",
  "metafield",
  "purchase_order",
  "transfer",
  "installation",
  "access_token",
  "webhook",
  "snippet",
  "script_tag",
  "admin_link",
  "curl",
  "export",
  "import",
  "member",
  "invitation",
  "customer",
  "customer_address",
  "customer_group",
  "customer_group_member",
  "customer_attribute",
  "customer_attribute_value",
  "currency",
  "privacy_request",
  "notification_template",
  "order",
  "transaction",
  "refund",
  "fulfillment",
  "order_return",
] as const;

const changedFields = nullable(
  Type.Record(Type.String(), Type.Unknown(), {
    description: "Fields by name. Texts longer than 4,000 characters are truncated.",
  }),
);

/** Change of one record by a person or an app. */
export const auditEntry = Type.Object({
  id,
  created_at: timestamp,
  action: Type.Enum(["create", "update", "delete"]),
  resource: Type.Enum(auditedResources),
  resource_id: Type.Integer({ description: "Id of the record, unique among records of this kind." }),
  parent_id: nullable(
    Type.Integer({
      description: "Id of the parent record, such as a variant's product or a refund's order.",
    }),
  ),
  label: nullable(
    Type.String({
      description: "Name of the record at the time of the change; for an order, its number, such as #1001.",
    }),
  ),
  before: Type.Unsafe<Readonly<Record<string, unknown>> | null>({
    ...changedFields,
    description: "Changed fields before the change; null for a creation.",
  }),
  after: Type.Unsafe<Readonly<Record<string, unknown>> | null>({
    ...changedFields,
    description: "Changed fields after the change; null for a deletion.",
  }),
  actor,
  request_id: Type.String({
    description: "Id of the request that made the change, as in its X-Request-Id header.",
  }),
});
