import { type BodyOf, mostFulfillments, type operations } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../listing/list-text.ts";
import type { Actor } from "../../routing/actor.ts";
import { type JsonText, withWarning } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import {
  changeOrder,
  type FulfillmentRow,
  type LockedOrder,
  nextIds,
  type Order,
  requirePartRoom,
} from "../orders/index.ts";
import { type ChosenUnits, chooseUnits } from "./choose-units.ts";
import type { FulfillmentDesk } from "./fulfillment-desk.ts";
import { fulfillmentText } from "./fulfillment-text.ts";
import { mailCustomer } from "./mail-customer.ts";
import { requireFulfillment } from "./one-fulfillment.ts";

type CreateCall = Call<typeof operations.createFulfillment>;

type Details = Omit<
  FulfillmentRow,
  "id" | "fulfillment_order_id" | "location_id" | "created_at" | "updated_at"
>;

function detailsOf(body: BodyOf<typeof operations.createFulfillment>, actor: Actor): Details {
  const text = (name: keyof typeof body & keyof Details) => String(body[name] ?? "").trim();
  return {
    status: (body.status ?? "pending") as FulfillmentRow["status"],
    tracking_company: text("tracking_company"),
    tracking_number: text("tracking_number"),
    tracking_url: text("tracking_url"),
    service: text("service"),
    message: text("message"),
    app_handle: body.app_handle?.trim() ?? (actor.kind === "app" ? actor.id : ""),
    consignment_note_url: text("consignment_note_url"),
  };
}

/** Of one fulfillment order, or of several; sent from the first one's location. */
function placeOf(
  { fulfillment_orders }: Order,
  chosen: readonly ChosenUnits[],
): Pick<FulfillmentRow, "fulfillment_order_id" | "location_id"> {
  const ids = new Set(chosen.map(({ share }) => share.fulfillment_order_id));
  const [first] = ids;
  const part = fulfillment_orders.find(({ id }) => id === first);
  if (!part) throw new Error("Units were chosen of no fulfillment order.");
  return { fulfillment_order_id: ids.size === 1 ? part.id : null, location_id: part.location_id };
}

async function withFulfillment(
  tx: Transaction,
  { before, at }: LockedOrder,
  { details, chosen }: { details: Details; chosen: readonly ChosenUnits[] },
): Promise<{ after: Order; id: number }> {
  const ids = await nextIds(tx, { fulfillments: 1, fulfillment_lines: chosen.length });
  const id = ids.fulfillments[0] ?? 0;
  const made = { id, ...placeOf(before, chosen), ...details, created_at: at, updated_at: at };
  const lines = chosen.map(({ share, quantity }, index) => ({
    id: ids.fulfillment_lines[index] ?? 0,
    fulfillment_id: id,
    fulfillment_order_line_id: share.id,
    line_item_id: share.line_item_id,
    quantity,
  }));
  const after = {
    ...before,
    fulfillments: [...before.fulfillments, made],
    fulfillment_lines: [...before.fulfillment_lines, ...lines],
  };
  return { after, id };
}

/**
 * Sends an order's units (ORD-6): they are no longer committed. With is_mail the customer is told in the same transaction.
 * @throws Refusal not_found; conflict when the order is cancelled, nothing is left to send or it has too many
 * fulfillments; invalid naming what is wrong
 */
export async function createFulfillment(
  desk: FulfillmentDesk,
  tx: Transaction,
  call: CreateCall,
): Promise<JsonText> {
  const { store, params, body, actor } = call;
  let made = 0;
  const shown = (order: Order) => fulfillmentText(store, order, requireFulfillment(order, made));
  const { order } = await changeOrder(
    desk.orders,
    tx,
    { ...call, order_id: params.order_id },
    async (locked) => {
      const chosen = chooseUnits(locked.before, body);
      requirePartRoom(locked.before.fulfillments, { name: "fulfillments", most: mostFulfillments });
      const { after, id } = await withFulfillment(tx, locked, { details: detailsOf(body, actor), chosen });
      made = id;
      return {
        after,
        reason: "order fulfilled",
        context: "fulfillment/create",
        tells: (told) => [{ fact: "fulfillment_created", id, text: shown(told) }],
      };
    },
  );
  const mail = { store, order, id: made, kind: "shipping_confirmation" } as const;
  const warning = body.is_mail === 1 ? await mailCustomer(desk.notifier, tx, mail) : null;
  return withWarning(recordText("fulfillment", shown(order)), warning);
}
