import { Type } from "typebox";
import { actor, id, nullable, timestamp } from "./common.ts";

/** Privacy request of a customer, with the apps that were notified. */
export const privacyRequest = Type.Object({
  id,
  kind: Type.Enum(["data_request", "erase"]),
  customer_id: Type.Integer({
    description: "Id of the customer. After an erasure, no other data of the customer is kept.",
  }),
  actor,
  is_completed: Type.Boolean({ description: "Whether no app is in state `waiting` any longer." }),
  completed_at: nullable(timestamp),
  apps: Type.Array(
    Type.Object({
      client_id: Type.String(),
      name: Type.String(),
      state: Type.Enum(["waiting", "answered", "not_reached", "not_subscribed"], {
        description:
          "waiting: the webhook is being delivered. answered: the app responded with 200. not_reached: the app is " +
          "disabled, was uninstalled, or did not respond for 48 hours. not_subscribed: the app does not subscribe to " +
          "the topic. The store must notify apps that were not reached.",
      }),
      settled_at: nullable(timestamp),
    }),
    { description: "Apps that were installed at the time of the request." },
  ),
  created_at: timestamp,
  updated_at: timestamp,
});

const records = (description: string) =>
  Type.Array(Type.Record(Type.String(), Type.Unknown()), { description });

/** All data that a store has about a customer, except logs and email bodies. */
export const customerData = Type.Object({
  customer: Type.Record(Type.String(), Type.Unknown(), {
    description: "The customer as the API returns it, with addresses, groups and custom fields.",
  }),
  orders: records(
    "The customer's orders, and guest orders with the customer's email address, as the API returns them. A guest order " +
      "without an email address of its own is included if its shipping and billing addresses contain the customer's email " +
      "address and no other email address.",
  ),
  order_metafields: records("Metafields of the orders in `orders`, including private ones."),
  order_addresses: records(
    "Addresses with the customer's email address that are in other people's guest orders, for example because the " +
      "customer is the recipient.",
  ),
  mails: records("Emails sent to the customer in the last 30 days: recipient, order and subject."),
  credits: records("Changes of the store credit."),
  points: records("Changes of the loyalty points."),
  metafields: records("Metafields of the customer, including private ones."),
  exported_at: timestamp,
});
