import { Type } from "typebox";
import { actor, dateOut, id, nullable } from "./common.ts";

/** The kinds of records whose changes are told. */
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

const values = nullable(
  Type.Record(Type.String(), Type.Unknown(), {
    description: "Fields by their names. A text of more than 4,000 characters is shown by its beginning.",
  }),
);

/** One change of one record by a person or an app. */
export const auditEntry = Type.Object({
  id,
  created_at: dateOut,
  action: Type.Enum(["create", "update", "delete"]),
  resource: Type.Enum(auditedResources),
  resource_id: Type.Integer({ description: "Of the record, among those of its kind." }),
  parent_id: nullable(
    Type.Integer({ description: "Of the record that it belongs to: a variant's product, a refund's order." }),
  ),
  label: nullable(
    Type.String({
      description: "What the record was called at the time; of an order its number, as in #1001.",
    }),
  ),
  before: Type.Unsafe<Readonly<Record<string, unknown>> | null>({
    ...values,
    description: "The fields that changed, as they were; null for a creation.",
  }),
  after: Type.Unsafe<Readonly<Record<string, unknown>> | null>({
    ...values,
    description: "The same fields, as they are now; null for a deletion.",
  }),
  actor,
  request_id: Type.String({ description: "Of the request that made the change; its answer carried it." }),
});
