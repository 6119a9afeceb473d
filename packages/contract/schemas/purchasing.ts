import { Type } from "typebox";
import { purchaseOrderStates, transferStates } from "../states/document-states.ts";
import {
  createLongText,
  id,
  maxTextBytes,
  moneyAmount,
  moneyInput,
  nullable,
  shortText,
  timestamp,
} from "./common.ts";

/** Maximum line items of a purchase order or transfer. */
const maxLineItems = 500;

/** Maximum quantity in a line. */
const maxUnits = 1_000_000;

const purchaseOrderStatus = Type.Enum(Object.keys(purchaseOrderStates.states));
const transferStatus = Type.Enum(Object.keys(transferStates.states));

const lineItem = {
  id,
  variant_id: Type.Integer({
    description:
      "Id of the variant, which may have been deleted since. Names and SKU are copies and do not change.",
  }),
  product_name: Type.String({ description: "Title of the product when the line was added." }),
  variant_name: nullable(
    Type.String({ description: "Option values of the variant when the line was added; null for none." }),
  ),
  sku: Type.String({ description: "SKU of the variant when the line was added." }),
  quantity: Type.Integer({ minimum: 1, maximum: maxUnits, description: "Units ordered." }),
  received_quantity: Type.Integer({ minimum: 0, description: "Units received so far." }),
};

const locationName = Type.String({
  description: "Name of the location, copied when the location was last set.",
});
const expectedAt = nullable(Type.String({ format: "date-time", description: "Expected date of arrival." }));
const createTimeField = (description: string) => nullable(Type.String({ format: "date-time", description }));

/** Order to a supplier. */
export const purchaseOrder = Type.Object({
  id,
  number: Type.String({ description: "Number assigned by Souk, unique in the store, for example PO-1001." }),
  status: purchaseOrderStatus,
  supplier_name: Type.String({ description: "Name of the supplier." }),
  location_id: Type.Integer({ description: "Location that receives the units." }),
  location_name: locationName,
  expected_at: expectedAt,
  note: Type.String({ description: "Note for staff." }),
  currency_code: Type.String({ description: "ISO 4217 code of the cost prices' currency." }),
  line_items: Type.Array(
    Type.Object({
      ...lineItem,
      cost_price: nullable(moneyAmount),
    }),
  ),
  ordered_at: createTimeField("Time at which the purchase order was placed; null for a draft."),
  received_at: createTimeField("Time at which the last unit was received; null until then."),
  cancelled_at: createTimeField("Time at which the purchase order was canceled; null if it was not."),
  created_at: timestamp,
  updated_at: timestamp,
});

/** Transfer of units from one location to another. */
export const transfer = Type.Object({
  id,
  number: Type.String({ description: "Number assigned by Souk, unique in the store, for example TR-1001." }),
  status: transferStatus,
  from_location_id: Type.Integer({ description: "Location that the units leave." }),
  from_location_name: locationName,
  to_location_id: Type.Integer({ description: "Location that receives the units." }),
  to_location_name: locationName,
  expected_at: expectedAt,
  note: Type.String({ description: "Note for staff." }),
  line_items: Type.Array(Type.Object(lineItem)),
  sent_at: createTimeField("Time at which the units left the origin; null for a draft."),
  received_at: createTimeField("Time at which the last unit was received; null until then."),
  cancelled_at: createTimeField("Time at which the transfer was canceled; null if it was not."),
  created_at: timestamp,
  updated_at: timestamp,
});

const units = Type.Integer({ minimum: 1, maximum: maxUnits });

const lineChange = {
  variant_id: Type.Optional({
    ...id,
    description: "Required for a new line. An existing line keeps its variant.",
  }),
  id: Type.Optional({
    ...id,
    description: "Id of an existing line. If omitted, the line is found by its variant.",
  }),
  quantity: Type.Optional({
    ...units,
    description: "Required for a new line. Cannot be less than the received quantity.",
  }),
};

const costPrice = Type.Optional(
  nullable({
    ...moneyInput,
    description:
      "Cost of one unit, with no more decimal places than the currency. For a line that is added, defaults to the variant's " +
      "cost price if the currency is the store's default currency.",
  }),
);

const lineLimit = { maxItems: maxLineItems } as const;
const newLinesOptions = {
  ...lineLimit,
  description: "Line items, one per variant. At least one is required, except in a draft.",
} as const;
const allLinesOptions = {
  ...lineLimit,
  description: "All line items. Omitted lines are removed, but a line with received units cannot be removed.",
} as const;

const commonFields = {
  expected_at: Type.Optional(
    nullable(
      Type.String({
        maxLength: 40,
        description:
          "Expected date of arrival: ISO 8601, or YYYY-MM-DD HH:mm:ss in store time; null when unknown.",
      }),
    ),
  ),
  note: Type.Optional(createLongText(maxTextBytes.note)),
};

const newLine = { variant_id: { ...id, description: "Id of the variant." }, quantity: units };

const currencyCode = Type.Optional(
  Type.String({ maxLength: 3, description: "ISO 4217 code. Defaults to the store's default currency." }),
);

/** Request body that creates a purchase order. */
export const purchaseOrderCreate = Type.Object({
  status: Type.Optional(
    Type.Enum([...purchaseOrderStates.initialStates], {
      description: "Defaults to `draft`. `ordered` places the purchase order immediately.",
    }),
  ),
  location_id: Type.Optional({
    ...id,
    description: "Location that receives the units. Defaults to the primary location.",
  }),
  supplier_name: Type.Optional({ ...shortText, description: "Name of the supplier." }),
  currency_code: currencyCode,
  ...commonFields,
  line_items: Type.Optional(Type.Array(Type.Object({ ...newLine, cost_price: costPrice }), newLinesOptions)),
});

/** Request body that updates a purchase order. */
export const purchaseOrderUpdate = Type.Object({
  status: Type.Optional(purchaseOrderStatus),
  location_id: Type.Optional(id),
  supplier_name: Type.Optional({ ...shortText, description: "Name of the supplier." }),
  currency_code: currencyCode,
  ...commonFields,
  line_items: Type.Optional(
    Type.Array(Type.Object({ ...lineChange, cost_price: costPrice }), allLinesOptions),
  ),
});

/** Request body that creates a transfer. */
export const transferCreate = Type.Object({
  status: Type.Optional(
    Type.Enum([...transferStates.initialStates], {
      description: "Defaults to `draft`. `in_transit` sends the transfer immediately.",
    }),
  ),
  from_location_id: { ...id, description: "Location that the units leave." },
  to_location_id: { ...id, description: "Location that receives the units; must differ from the origin." },
  ...commonFields,
  line_items: Type.Optional(Type.Array(Type.Object(newLine), newLinesOptions)),
});

/** Request body that updates a transfer. */
export const transferUpdate = Type.Object({
  status: Type.Optional(transferStatus),
  from_location_id: Type.Optional(id),
  to_location_id: Type.Optional(id),
  ...commonFields,
  line_items: Type.Optional(Type.Array(Type.Object(lineChange), allLinesOptions)),
});

/** Request body that receives units of a purchase order or a transfer. */
export const documentReceive = Type.Object({
  line_items: Type.Optional(
    Type.Array(Type.Object({ id, quantity: units }), {
      minItems: 1,
      maxItems: maxLineItems,
      description: "Received quantities by line. If omitted, all remaining units are received.",
    }),
  ),
});
