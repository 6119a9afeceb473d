import { Type } from "typebox";
import { actor, dateOut, id, nullable } from "./common.ts";

/** What a customer asked for, and which apps have been told. */
export const privacyRequest = Type.Object({
  id,
  kind: Type.Enum(["data_request", "erase"]),
  customer_id: Type.Integer({ description: "After an erasure nothing else is known of the customer." }),
  actor,
  is_completed: Type.Boolean({ description: "No app is waited for any more." }),
  completed_at: nullable(dateOut),
  apps: Type.Array(
    Type.Object({
      client_id: Type.String(),
      name: Type.String(),
      state: Type.Enum(["waiting", "answered", "not_reached", "not_subscribed"], {
        description:
          "waiting: its webhook is on the way. answered: it answered 200. not_reached: it is disabled, was uninstalled, or " +
          "did not answer for 48 hours. not_subscribed: it does not listen to the topic. Those not reached are told by the shop.",
      }),
      settled_at: nullable(dateOut),
    }),
    { description: "The apps that were installed when the customer asked." },
  ),
  created_at: dateOut,
  updated_at: dateOut,
});

const records = (description: string) =>
  Type.Array(Type.Record(Type.String(), Type.Unknown()), { description });

/** What a shop keeps of a customer, but for its logs and the texts of mails. */
export const customerData = Type.Object({
  customer: Type.Record(Type.String(), Type.Unknown(), {
    description: "As the API shows it, addresses, groups and custom fields among it.",
  }),
  orders: records(
    "Their orders, and those of nobody at their e-mail address, as the API shows them. One that bears no e-mail address but in its addresses is theirs where these bear no other.",
  ),
  order_metafields: records("What apps keep with these orders, private ones too."),
  order_addresses: records(
    "Addresses with their e-mail address in orders of guests, who had them sent or billed there: the order is the guest's.",
  ),
  mails: records("What they were mailed in the last 30 days: to whom, about which order, and its subject."),
  credits: records("Each change of the store credit."),
  points: records("Each change of the loyalty points."),
  metafields: records("What apps keep with the customer, private ones too."),
  exported_at: dateOut,
});
