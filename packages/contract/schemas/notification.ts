import { type Static, type TSchema, Type } from "typebox";
import { nullable, timestamp } from "./common.ts";

const text = (description: string) => Type.String({ description });

const lineItems = (description: string) =>
  Type.Array(
    Type.Object({
      name: text("Name of the product, with its variant."),
      quantity: Type.Integer({ description: "Quantity." }),
    }),
    { description },
  );

const storeSchema = Type.Object({
  name: text("Name of the store."),
  domain: text("Hostname of the store."),
  email: text("Contact email address of the store; can be empty."),
});

const order = Type.Object({
  order_number: text("Number of the order, for example #1001."),
  customer_name: text("Name of the customer; can be empty."),
  line_items: lineItems("All line items of the order."),
});

const fulfillment = Type.Object({
  tracking_company: text("Name of the courier; can be empty."),
  tracking_number: text("Tracking number; can be empty."),
  tracking_url: text("Tracking URL; can be empty."),
  line_items: lineItems("Line items in the parcel."),
});

/**
 * Customer emails with the variables of their templates. Every email listed here can be edited in the admin; the
 * platform holds its default template.
 */
export const notifications = {
  shipping_confirmation: {
    title: "Shipping confirmation",
    description: "Sent when items ship, if you choose to notify the customer.",
    variables: Type.Object({ shop: storeSchema, order, fulfillment }),
  },
  shipping_update: {
    title: "Shipping update",
    description: "Sent when a parcel's tracking changes, if you choose to notify the customer.",
    variables: Type.Object({ shop: storeSchema, order, fulfillment }),
  },
} as const satisfies Readonly<Record<string, { title: string; description: string; variables: TSchema }>>;

export type NotificationKind = keyof typeof notifications;

export const notificationKinds = Object.keys(notifications) as NotificationKind[];

/** Variables of a notification's template. */
export type NotificationVariables<K extends NotificationKind> = Static<
  (typeof notifications)[K]["variables"]
>;

const kind = Type.Enum(notificationKinds);

export const notificationParam = Type.Object({ kind });

const liquid = "Liquid template with the variables of its kind. Output is escaped.";

/** Maximum characters of the texts of a template. */
export const notificationLimits = { subject: 255, body_html: 50_000, body_text: 50_000 } as const;

const texts = {
  subject: Type.String({
    minLength: 1,
    maxLength: notificationLimits.subject,
    description: "Liquid template of one line.",
  }),
  body_html: Type.String({ minLength: 1, maxLength: notificationLimits.body_html, description: liquid }),
  body_text: Type.String({
    maxLength: notificationLimits.body_text,
    description: "Plain-text version of the email; if empty, it is generated from the HTML.",
  }),
} as const;

/** Customer email as a store has configured it. */
export const notificationTemplate = Type.Object({
  kind,
  title: Type.String(),
  description: Type.String({ description: "When the email is sent." }),
  ...texts,
  is_enabled: Type.Boolean({ description: "Whether the email is sent." }),
  is_edited: Type.Boolean({ description: "Whether any of the texts was changed by the store." }),
  updated_at: nullable(timestamp),
});

export const notificationTemplateUpdate = Type.Object({
  subject: Type.Optional(texts.subject),
  body_html: Type.Optional(texts.body_html),
  body_text: Type.Optional(texts.body_text),
  is_enabled: Type.Optional(Type.Boolean()),
});

/** Texts to preview. Omitted texts are taken from the saved template. */
export const notificationTrial = Type.Object({
  subject: Type.Optional(texts.subject),
  body_html: Type.Optional(texts.body_html),
  body_text: Type.Optional(texts.body_text),
});

/** Template rendered with example data. */
export const notificationPreview = Type.Object({
  subject: Type.String(),
  html: Type.String({ description: "Display in an iframe that cannot run scripts." }),
  text: Type.String(),
});

/** Recipient of the test email. */
export const notificationTest = Type.Object({
  recipient: Type.String(),
  is_mailed: Type.Boolean({
    description: "`false` when no SMTP server is configured: the email is stored instead.",
  }),
});
