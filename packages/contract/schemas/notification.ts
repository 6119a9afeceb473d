import { type Static, type TSchema, Type } from "typebox";
import { nullable, timestamp } from "./common.ts";

const createText = (description: string) => Type.String({ description });

const createLineItems = (description: string) =>
  Type.Array(
    Type.Object({
      name: createText("Name of the product, with its variant."),
      quantity: Type.Integer({ description: "Quantity." }),
    }),
    { description },
  );

const storeSchema = Type.Object({
  name: createText("Name of the store."),
  domain: createText("Hostname of the store."),
  email: createText("Contact email address of the store; can be empty."),
});

const order = Type.Object({
  order_number: createText("Number of the order, for example #1001."),
  customer_name: createText("Name of the customer; can be empty."),
  line_items: createLineItems("All line items of the order."),
});

const fulfillment = Type.Object({
  tracking_company: createText("Name of the courier; can be empty."),
  tracking_number: createText("Tracking number; can be empty."),
  tracking_url: createText("Tracking URL; can be empty."),
  line_items: createLineItems("Line items in the parcel."),
});

/**
 * Emails to customers, with the variables of their templates. Each of them can be edited in the admin, and the platform
 * has a default template for it.
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

const liquidDescription =
  "Liquid template that can use the variables of this kind of notification. Their values are escaped.";

/** Maximum characters of the texts of a template. */
export const notificationLimits = { subject: 255, body_html: 50_000, body_text: 50_000 } as const;

const texts = {
  subject: Type.String({
    minLength: 1,
    maxLength: notificationLimits.subject,
    description: "Liquid template that renders to one line.",
  }),
  body_html: Type.String({
    minLength: 1,
    maxLength: notificationLimits.body_html,
    description: liquidDescription,
  }),
  body_text: Type.String({
    maxLength: notificationLimits.body_text,
    description: "Plain-text version of the email; if empty, it is generated from the HTML.",
  }),
} as const;

/** Email to customers, as a store has configured it. */
export const notificationTemplate = Type.Object({
  kind,
  title: Type.String(),
  description: Type.String({ description: "When the email is sent." }),
  ...texts,
  is_enabled: Type.Boolean({ description: "Whether the email is sent." }),
  is_edited: Type.Boolean({ description: "Whether the store has changed any of the texts." }),
  render_error: nullable(
    Type.String({
      description:
        "Why the texts could not be rendered for an email, the last time this happened. The email was sent with the default texts " +
        "instead. A change of the texts clears the error.",
    }),
  ),
  render_failed_at: nullable(timestamp),
  updated_at: nullable(timestamp),
});

/** How many emails a store may send, and how many are waiting. */
export const emailLimits = Type.Object({
  own_text_count: Type.Integer({
    description:
      "Emails of the last 24 hours that contain texts written in the store: tests, invitations, and emails with edited " +
      "texts to customers. Counted for all stores of the store's owner.",
  }),
  max_own_texts: Type.Integer({
    description:
      "Maximum of `own_text_count`: 50 for a new account, doubled every week up to 5,000. When it is reached, customers get the default " +
      "texts, and tests and invitations are rejected.",
  }),
  waiting_count: Type.Integer({
    description:
      "Waiting emails to customers. Within 24 hours, at most 10 emails are sent per order, 20 per email address and " +
      "20,000 per store.",
  }),
  waiting_until: nullable(
    Type.String({ format: "date-time", description: "When the last waiting email is sent." }),
  ),
});

export const notificationTemplateUpdate = Type.Object({
  subject: Type.Optional(texts.subject),
  body_html: Type.Optional(texts.body_html),
  body_text: Type.Optional(texts.body_text),
  is_enabled: Type.Optional(Type.Boolean()),
});

/** Unsaved texts of a preview or a test email. Omitted texts are taken from the saved template. */
export const notificationTextsInput = Type.Object({
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

/** Recipient of a test email, and whether the email was sent. */
export const notificationTest = Type.Object({
  recipient: Type.String(),
  is_mailed: Type.Boolean({
    description:
      "`false` if no SMTP server is configured. In that case, the email is stored instead of sent.",
  }),
});
