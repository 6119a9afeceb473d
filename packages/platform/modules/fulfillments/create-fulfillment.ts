import { maxFulfillments, type OperationBody, type operations, throwFieldError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { wrapRecord } from "../../infrastructure/listing/list-text.ts";
import type { Actor } from "../../infrastructure/routing/actor.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import { type JsonText, withWarning } from "../../infrastructure/routing/response.ts";
import {
  assertChildLimit,
  type FulfillmentRow,
  fulfillmentColumnFunctions,
  type LockedOrder,
  type Order,
  reserveIds,
} from "../orders/index.ts";
import { type ChosenUnits, chooseUnits } from "./choose-units.ts";
import { emailCustomer } from "./email-customer.ts";
import { getFulfillmentRow } from "./fulfillment-row.ts";
import { buildFulfillmentText } from "./fulfillment-text.ts";
import type { FulfillmentsDeps } from "./fulfillments-deps.ts";

type CreateCall = Call<typeof operations.createFulfillment>;

type Details = ReturnType<typeof fulfillmentColumnFunctions.createInitialValues>;

/**
 * Return the handle of the calling app, or null for a person.
 * @throws ApiError `invalid` for `app_handle` if the request names an app other than the caller
 */
function readAppHandle(
  { app_handle = "" }: OperationBody<typeof operations.createFulfillment>,
  { kind, id }: Actor,
): string | null {
  const callerHandle = kind === "app" ? id : null;
  // guard own-app-handle: without it, fulfillments/app-handle.test.ts fails
  if (app_handle.trim() !== "" && app_handle.trim() !== callerHandle)
    throwFieldError(
      "app_handle",
      "not_allowed",
      {},
      "{field} must be the handle of the calling app or be omitted.",
    );
  return callerHandle;
}

function buildDetails(body: OperationBody<typeof operations.createFulfillment>, actor: Actor): Details {
  const initialValues = fulfillmentColumnFunctions.createInitialValues();
  return {
    ...initialValues,
    ...fulfillmentColumnFunctions.copyProvided(body),
    status: (body.status ?? initialValues.status) as FulfillmentRow["status"],
    app_handle: readAppHandle(body, actor) ?? initialValues.app_handle,
  };
}

/**
 * Return the id of the fulfillment order that all units come from, or null if they come from several fulfillment orders.
 * Also return the location of the first fulfillment order.
 */
function getOrigin(
  { fulfillment_orders }: Order,
  chosenUnits: readonly ChosenUnits[],
): Pick<FulfillmentRow, "fulfillment_order_id" | "location_id"> {
  const ids = new Set(chosenUnits.map(({ line }) => line.fulfillment_order_id));
  const [firstId] = ids;
  const firstFulfillmentOrder = fulfillment_orders.find(({ id }) => id === firstId);
  if (!firstFulfillmentOrder) throw new Error("The chosen units belong to no fulfillment order.");
  return {
    fulfillment_order_id: ids.size === 1 ? firstFulfillmentOrder.id : null,
    location_id: firstFulfillmentOrder.location_id,
  };
}

/** Add a fulfillment with reserved ids to a copy of the order. @returns the copy, and the id of the fulfillment */
async function addFulfillment(
  tx: Transaction,
  { before, changedAt }: LockedOrder,
  { details, chosenUnits }: { details: Details; chosenUnits: readonly ChosenUnits[] },
): Promise<{ after: Order; id: number }> {
  const ids = await reserveIds(tx, { fulfillments: 1, fulfillment_lines: chosenUnits.length });
  const id = ids.fulfillments[0] ?? 0;
  const fulfillment = {
    id,
    ...getOrigin(before, chosenUnits),
    ...details,
    created_at: changedAt,
    updated_at: changedAt,
  };
  const lines = chosenUnits.map(({ line, quantity }, index) => ({
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
 * Create a fulfillment of an order (ORD-6). The units that it ships are no longer committed. If `is_mail` is 1, an email to
 * the customer is queued in the same transaction.
 * @throws ApiError `not_found`; `conflict` if the order is canceled, has no unfulfilled units or has too many
 *   fulfillments; `invalid` for each invalid field
 */
export async function createFulfillment(
  deps: FulfillmentsDeps,
  tx: Transaction,
  call: CreateCall,
): Promise<JsonText> {
  const { store, params, body, actor } = call;
  let createdId = 0;
  const buildText = (order: Order) => buildFulfillmentText(store, order, getFulfillmentRow(order, createdId));
  const { order } = await deps.orders.changeOrder(
    tx,
    { ...call, order_id: params.order_id },
    async (locked) => {
      const chosenUnits = chooseUnits(locked.before, body);
      assertChildLimit(locked.before.fulfillments, { field: "fulfillments", max: maxFulfillments });
      const { after, id } = await addFulfillment(tx, locked, {
        details: buildDetails(body, actor),
        chosenUnits,
      });
      createdId = id;
      return {
        after,
        reason: "order fulfilled",
        context: "fulfillment/create",
        buildChildEvents: (changed) => [{ topic: "fulfillment/create", id, snapshot: buildText(changed) }],
      };
    },
  );
  const email = { store, order, id: createdId, kind: "shipping_confirmation" } as const;
  const warning = body.is_mail === 1 ? await emailCustomer(deps.notifier, tx, email) : null;
  return withWarning(wrapRecord("fulfillment", buildText(order)), warning);
}
