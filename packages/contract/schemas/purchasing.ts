import { Type } from "typebox";
import { purchaseOrderStates, transferStates } from "../states/document-states.ts";
import { dateOut, id, longText, moneyIn, moneyOut, nullable, shortText, textLimits } from "./common.ts";

/** Most line items of one purchase order or transfer. */
const mostLineItems = 500;

/** Most units on one line. */
const mostUnits = 1_000_000;

const purchaseOrderStatus = Type.Enum(Object.keys(purchaseOrderStates.states));
const transferStatus = Type.Enum(Object.keys(transferStates.states));

const lineItem = {
  id,
  variant_id: Type.Integer({
    description: "The variant; it may have been deleted since. The names and the SKU are copies and stay.",
  }),
  product_name: Type.String({ description: "The product's title when the line was written." }),
  variant_name: nullable(
    Type.String({ description: "The variant's option values then; null when it had none." }),
  ),
  sku: Type.String({ description: "The variant's SKU then." }),
  quantity: Type.Integer({ minimum: 1, maximum: mostUnits, description: "Units asked for." }),
  received_quantity: Type.Integer({ minimum: 0, description: "Units that have come so far." }),
};

const locationName = Type.String({ description: "The location's name when it was last set." });
const expectedAt = nullable(Type.String({ format: "date-time", description: "When it is expected." }));
const moment = (what: string) => nullable(Type.String({ format: "date-time", description: what }));

/** An order to a supplier. */
export const purchaseOrder = Type.Object({
  id,
  number: Type.String({ description: "Unique in the store, given by Souk, for example PO-1001." }),
  status: purchaseOrderStatus,
  supplier_name: Type.String(),
  location_id: Type.Integer({ description: "Where its units come to." }),
  location_name: locationName,
  expected_at: expectedAt,
  note: Type.String(),
  currency_code: Type.String({ description: "ISO 4217; of the cost prices." }),
  line_items: Type.Array(
    Type.Object({
      ...lineItem,
      cost_price: nullable(moneyOut),
    }),
  ),
  ordered_at: moment("When it was ordered; null while it is a draft."),
  received_at: moment("When the last of its units came; null before."),
  cancelled_at: moment("When it was cancelled; null if it was not."),
  created_at: dateOut,
  updated_at: dateOut,
});

/** Units on their way from one location to another. */
export const transfer = Type.Object({
  id,
  number: Type.String({ description: "Unique in the store, given by Souk, for example TR-1001." }),
  status: transferStatus,
  from_location_id: Type.Integer({ description: "Where its units leave from." }),
  from_location_name: locationName,
  to_location_id: Type.Integer({ description: "Where its units come to." }),
  to_location_name: locationName,
  expected_at: expectedAt,
  note: Type.String(),
  line_items: Type.Array(Type.Object(lineItem)),
  sent_at: moment("When its units left; null while it is a draft."),
  received_at: moment("When the last of its units came; null before."),
  cancelled_at: moment("When it was cancelled; null if it was not."),
  created_at: dateOut,
  updated_at: dateOut,
});

const units = Type.Integer({ minimum: 1, maximum: mostUnits });

const lineIn = {
  variant_id: Type.Optional({ ...id, description: "Needed on a new line; a kept line has the one it had." }),
  id: Type.Optional({
    ...id,
    description: "The line that is kept; left out, the line is found by its variant.",
  }),
  quantity: Type.Optional({ ...units, description: "Needed on a new line. Never below what was received." }),
};

const costPrice = Type.Optional(
  nullable({
    ...moneyIn,
    description:
      "What one unit costs, with no more decimals than the currency has. On a new line the variant's own " +
      "when left out, where the currency is the store's.",
  }),
);

const lines = { maxItems: mostLineItems } as const;
const newLines = {
  ...lines,
  description: "One line a variant. At least one, unless it is a draft.",
} as const;
const allLines = {
  ...lines,
  description:
    "All lines as they are to be: those that are not sent are taken away, which a line with received units cannot be.",
} as const;

const common = {
  expected_at: Type.Optional(
    nullable(
      Type.String({
        maxLength: 40,
        description: "ISO 8601, or YYYY-MM-DD HH:mm:ss in store time; null when it is not known.",
      }),
    ),
  ),
  note: Type.Optional(longText(textLimits.note)),
};

const newLine = { variant_id: id, quantity: units };

const supplierName = Type.Optional(shortText);
const currencyCode = Type.Optional(
  Type.String({ maxLength: 3, description: "ISO 4217. The store's when left out." }),
);

/** Body of creating a purchase order. */
export const purchaseOrderCreate = Type.Object({
  status: Type.Optional(
    Type.Enum([...purchaseOrderStates.created], {
      description: "draft when left out; ordered orders it at once.",
    }),
  ),
  location_id: Type.Optional({
    ...id,
    description: "Where its units come to; the primary location when left out.",
  }),
  supplier_name: supplierName,
  currency_code: currencyCode,
  ...common,
  line_items: Type.Optional(Type.Array(Type.Object({ ...newLine, cost_price: costPrice }), newLines)),
});

/** Body of changing a purchase order. */
export const purchaseOrderUpdate = Type.Object({
  status: Type.Optional(purchaseOrderStatus),
  location_id: Type.Optional(id),
  supplier_name: supplierName,
  currency_code: currencyCode,
  ...common,
  line_items: Type.Optional(Type.Array(Type.Object({ ...lineIn, cost_price: costPrice }), allLines)),
});

/** Body of creating a transfer. */
export const transferCreate = Type.Object({
  status: Type.Optional(
    Type.Enum([...transferStates.created], {
      description: "draft when left out; in_transit sends it at once.",
    }),
  ),
  from_location_id: { ...id, description: "Where its units leave from." },
  to_location_id: { ...id, description: "Where its units come to; another location." },
  ...common,
  line_items: Type.Optional(Type.Array(Type.Object(newLine), newLines)),
});

/** Body of changing a transfer. */
export const transferUpdate = Type.Object({
  status: Type.Optional(transferStatus),
  from_location_id: Type.Optional(id),
  to_location_id: Type.Optional(id),
  ...common,
  line_items: Type.Optional(Type.Array(Type.Object(lineIn), allLines)),
});

/** Body of receiving. */
export const documentReceive = Type.Object({
  line_items: Type.Optional(
    Type.Array(Type.Object({ id, quantity: units }), {
      minItems: 1,
      maxItems: mostLineItems,
      description: "How many units of which lines have come. Left out: all that is left to come.",
    }),
  ),
});
