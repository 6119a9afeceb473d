import { type Static, type TSchema, Type } from "typebox";
import { dateOut, nullable } from "./common.ts";

const text = (description: string) => Type.String({ description });

const lineItems = (description: string) =>
  Type.Array(
    Type.Object({
      name: text("What was ordered, with its variant."),
      quantity: Type.Integer({ description: "How many of it." }),
    }),
    { description },
  );

const shop = Type.Object({
  name: text("What the shop is called."),
  domain: text("The shop's hostname."),
  email: text("Where customers reach the shop; may be empty."),
});

const order = Type.Object({
  order_number: text("The order's number, for example #1001."),
  customer_name: text("What the customer is called; may be empty."),
  line_items: lineItems("All that was ordered."),
});

const fulfillment = Type.Object({
  tracking_company: text("Who carries the parcel; may be empty."),
  tracking_number: text("The parcel's number; may be empty."),
  tracking_url: text("Where the parcel can be followed; may be empty."),
  line_items: lineItems("What is in the parcel."),
});

/**
 * The mails that customers get, each with what its template may show. Whatever is listed here can be edited in the admin;
 * its default stands in the platform.
 */
export const notifications = {
  shipping_confirmation: {
    title: "Shipping confirmation",
    description: "Sent when an order, or a part of it, is shipped and the customer is to be told.",
    variables: Type.Object({ shop, order, fulfillment }),
  },
  shipping_update: {
    title: "Shipping update",
    description: "Sent when the tracking of a parcel changes and the customer is to be told.",
    variables: Type.Object({ shop, order, fulfillment }),
  },
} as const satisfies Readonly<Record<string, { title: string; description: string; variables: TSchema }>>;

export type NotificationKind = keyof typeof notifications;

export const notificationKinds = Object.keys(notifications) as NotificationKind[];

/** What the template of a kind may show. */
export type NotificationVariables<K extends NotificationKind> = Static<
  (typeof notifications)[K]["variables"]
>;

const kind = Type.Enum(notificationKinds);

export const notificationParam = Type.Object({ kind });

const liquid = "A Liquid template of what the kind may show; what it puts out is escaped.";

/** Characters that the texts of a template may have. */
export const notificationLimits = { subject: 255, body_html: 50_000, body_text: 50_000 } as const;

const texts = {
  subject: Type.String({
    minLength: 1,
    maxLength: notificationLimits.subject,
    description: "A Liquid template of one line.",
  }),
  body_html: Type.String({ minLength: 1, maxLength: notificationLimits.body_html, description: liquid }),
  body_text: Type.String({
    maxLength: notificationLimits.body_text,
    description: "The same as plain text, for those who read no HTML; empty: made from the HTML.",
  }),
} as const;

/** A mail that customers get, as a shop has it. */
export const notificationTemplate = Type.Object({
  kind,
  title: Type.String(),
  description: Type.String({ description: "When it is sent." }),
  ...texts,
  is_enabled: Type.Boolean({ description: "Otherwise it is not sent." }),
  is_edited: Type.Boolean({ description: "Whether any of its texts is the shop's own." }),
  updated_at: nullable(dateOut),
});

export const notificationTemplateUpdate = Type.Object({
  subject: Type.Optional(texts.subject),
  body_html: Type.Optional(texts.body_html),
  body_text: Type.Optional(texts.body_text),
  is_enabled: Type.Optional(Type.Boolean()),
});

/** Texts that are tried; those left out are as they are kept. */
export const notificationTrial = Type.Object({
  subject: Type.Optional(texts.subject),
  body_html: Type.Optional(texts.body_html),
  body_text: Type.Optional(texts.body_text),
});

/** A template with an example put in. */
export const notificationPreview = Type.Object({
  subject: Type.String(),
  html: Type.String({ description: "To be shown in a frame that runs no script." }),
  text: Type.String(),
});

/** Where a test went. */
export const notificationTest = Type.Object({
  recipient: Type.String(),
  is_mailed: Type.Boolean({ description: "False when no SMTP server is set: the mail is kept." }),
});
