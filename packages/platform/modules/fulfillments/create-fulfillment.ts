import { maxFulfillments, type OperationBody, type operations } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../infrastructure/listing/list-text.ts";
import type { Actor } from "../../infrastructure/routing/actor.ts";
import { type JsonText, withWarning } from "../../infrastructure/routing/answer.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import {
  assertPartRoom,
  drawIds,
  type FulfillmentRow,
  fulfillmentColumnUses,
  type LockedOrder,
  type Order,
} from "../orders/index.ts";
import { type ChosenUnits, chooseUnits } from "./choose-units.ts";
import { emailCustomer } from "./email-customer.ts";
import { buildFulfillmentText } from "./fulfillment-text.ts";
import type { FulfillmentsDeps } from "./fulfillments-deps.ts";
import { assertFulfillment } from "./one-fulfillment.ts";

type CreateCall = Call<typeof operations.createFulfillment>;

type Details = ReturnType<typeof fulfillmentColumnUses.createInitial>;

function toDetails(body: OperationBody<typeof operations.createFulfillment>, actor: Actor): Details {
  const initial = fulfillmentColumnUses.createInitial();
  return {
    ...initial,
    ...fulfillmentColumnUses.copySent(body),
    status: (body.status ?? initial.status) as FulfillmentRow["status"],
    app_handle: body.app_handle?.trim() ?? (actor.kind === "app" ? actor.id : initial.app_handle),
  };
}

/** Return the fulfillment order that all units come from, or null for several, and the location of the first. */
function getOrigin(
  { fulfillment_orders }: Order,
  chosen: readonly ChosenUnits[],
): Pick<FulfillmentRow, "fulfillment_order_id" | "location_id"> {
  const ids = new Set(chosen.map(({ line }) => line.fulfillment_order_id));
  const [first] = ids;
  const part = fulfillment_orders.find(({ id }) => id === first);
  if (!part) throw new Error("The chosen units belong to no fulfillment order.");
  return { fulfillment_order_id: ids.size === 1 ? part.id : null, location_id: part.location_id };
}

async function addFulfillment(
  tx: Transaction,
  { before, at }: LockedOrder,
  { details, chosen }: { details: Details; chosen: readonly ChosenUnits[] },
): Promise<{ after: Order; id: number }> {
  const ids = await drawIds(tx, { fulfillments: 1, fulfillment_lines: chosen.length });
  const id = ids.fulfillments[0] ?? 0;
  const fulfillment = { id, ...getOrigin(before, chosen), ...details, created_at: at, updated_at: at };
  const lines = chosen.map(({ line, quantity }, index) => ({
    id: ids.fulfillment_lines[index] ?? 0,
    fulfillment_id: id,
    fulfillment_order_line_id: line.id,
    line_item_id: line.line_item_id,
    quantity,
  }));
  const after = {
    ...before,
    fulfillments: [...before.fulfillments, fulfillment],
    fulfillment_lines: [...before.fulfillment_lines, ...lines],
  };
  return { after, id };
}

/**
 * Create a fulfillment of an order (ORD-6): its units are no longer committed. With is_mail the customer's email
 * is queued in the same transaction.
 * @throws ApiError not_found; conflict when the order is cancelled, has no open units or has too many
 *   fulfillments; invalid naming each invalid field
 */
export async function createFulfillment(
  deps: FulfillmentsDeps,
  tx: Transaction,
  call: CreateCall,
): Promise<JsonText> {
  const { store, params, body, actor } = call;
  let createdId = 0;
  const buildText = (order: Order) => buildFulfillmentText(store, order, assertFulfillment(order, createdId));
  const { order } = await deps.orders.changeOrder(
    tx,
    { ...call, order_id: params.order_id },
    async (locked) => {
      const chosen = chooseUnits(locked.before, body);
      assertPartRoom(locked.before.fulfillments, { name: "fulfillments", max: maxFulfillments });
      const { after, id } = await addFulfillment(tx, locked, { details: toDetails(body, actor), chosen });
      createdId = id;
      return {
        after,
        reason: "order fulfilled",
        context: "fulfillment/create",
        partEvents: (changed) => [{ topic: "fulfillment/create", id, snapshot: buildText(changed) }],
      };
    },
  );
  const email = { store, order, id: createdId, kind: "shipping_confirmation" } as const;
  const warning = body.is_mail === 1 ? await emailCustomer(deps.notifier, tx, email) : null;
  return withWarning(recordText("fulfillment", buildText(order)), warning);
}
