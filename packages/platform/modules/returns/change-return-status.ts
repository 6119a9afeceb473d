import {
  canTransition,
  type FieldError,
  fieldError,
  type operations,
  orderReturnStates,
  throwApiError,
} from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { Order, OrderReturnRow } from "../orders/index.ts";
import { checkLocations } from "./check-locations.ts";
import { loadReturnOrderId } from "./find-returns.ts";
import { buildReturnText } from "./return-text.ts";
import { countReturnableUnits } from "./return-units.ts";
import type { ReturnsDeps } from "./returns-deps.ts";

type StatusCall = Call<typeof operations.acceptReturn>;

/** A change of a return's status, with its conditions besides the current status. */
interface StatusChange {
  to: "accepted" | "completed" | "cancelled";
  require(order: Order, row: OrderReturnRow): Promise<void> | void;
}

function assertTransition({ status }: OrderReturnRow, to: StatusChange["to"]): void {
  if (canTransition(orderReturnStates, status, to)) return;
  throwApiError("conflict", {
    message: `The return is ${status} and cannot be ${to}.`,
    fields: [fieldError("status", "conflict", { current: status })],
  });
}

/**
 * The statuses of other returns whose units count first: accepted returns take precedence over requested ones,
 * and units that came back over both.
 */
const precedingStatuses = { accepted: ["accepted"], completed: [] } as const;

/**
 * Assert that the return's units can still come back. Since the return was requested, they may have come back
 * with a refund, or their fulfillment may have been cancelled.
 */
function assertUnits(order: Order, { id }: OrderReturnRow, to: keyof typeof precedingStatuses): void {
  const units = countReturnableUnits(order, id, precedingStatuses[to]);
  const lines = order.return_lines.filter(({ order_return_id }) => order_return_id === id);
  const fields = lines.flatMap(({ line_item_id, quantity }, index) => {
    const left = Math.max(units.get(line_item_id) ?? 0, 0);
    // guard: return-limit-at-its-end with `left >= 0` for `quantity <= left`: returns/returns.test.ts with a refund meanwhile
    if (quantity <= left) return [];
    return [
      fieldError(
        `return_line_items.${index}.quantity`,
        "out_of_range",
        { max: left },
        `{field} must be at most ${left}, the number of units that can still be returned.`,
      ),
    ];
  });
  if (fields.length > 0)
    throwApiError("conflict", {
      message:
        "Some units cannot be returned: they came back with a refund, are in a return that was accepted first, or did not ship.",
      fields: fields.slice(0, 20),
    });
}

async function changeStatus(
  deps: ReturnsDeps,
  tx: Transaction,
  action: { call: StatusCall; change: StatusChange },
): Promise<JsonText> {
  const { call, change } = action;
  const { store } = call;
  const { id } = call.params;
  const { to } = change;
  const order_id = await loadReturnOrderId(tx, store, id);
  const { order } = await deps.orders.changeOrder(tx, { ...call, order_id }, async ({ before }) => {
    const eventDetails = { reason: `return ${to}`, context: `order_returns/${to}` };
    const row =
      before.returns.find((orderReturnRow) => orderReturnRow.id === id) ?? throwApiError("not_found");
    if (row.status === to) return { after: before, ...eventDetails };
    assertTransition(row, to);
    await change.require(before, row);
    const returns = before.returns.map((orderReturnRow) =>
      orderReturnRow.id === id ? { ...orderReturnRow, status: to } : orderReturnRow,
    );
    const partEvents = (after: Order) => [
      { topic: `order_returns/${to}` as const, id, snapshot: buildReturnText(store, after, id) },
    ];
    return { after: { ...before, returns }, ...eventDetails, partEvents };
  });
  return recordText("order_return", buildReturnText(store, order, id));
}

/**
 * Accept a return, so that the customer can send the units back. @throws ApiError not_found; conflict when the
 * return is completed or cancelled, or its units can no longer come back
 */
export function acceptReturn(deps: ReturnsDeps, tx: Transaction, call: StatusCall): Promise<JsonText> {
  return changeStatus(deps, tx, {
    call,
    change: { to: "accepted", require: (order, row) => assertUnits(order, row, "accepted") },
  });
}

/**
 * Complete a return: units of lines with restock become available at the lines' locations.
 * @throws ApiError not_found; conflict when the return is not accepted, its units can no longer come back, or a
 *   location accepts no stock
 */
export function completeReturn(deps: ReturnsDeps, tx: Transaction, call: StatusCall): Promise<JsonText> {
  const assertReturnable: StatusChange["require"] = async (order, row) => {
    assertUnits(order, row, "completed");
    const lines = order.return_lines.filter(({ order_return_id }) => order_return_id === row.id);
    const fields: FieldError[] = [];
    const restocked = [...lines.entries()].filter(([, { restock }]) => restock);
    await checkLocations(tx, { store: call.store, lines: restocked }, fields);
    if (fields.length > 0)
      throwApiError("conflict", {
        message: "Some units cannot return to their location. Send another location_id for their lines.",
        fields: fields.slice(0, 20),
      });
  };
  return changeStatus(deps, tx, { call, change: { to: "completed", require: assertReturnable } });
}

/**
 * Cancel a return: its units stay with the customer. @throws ApiError not_found; conflict when the return is
 * completed
 */
export function cancelReturn(deps: ReturnsDeps, tx: Transaction, call: StatusCall): Promise<JsonText> {
  return changeStatus(deps, tx, { call, change: { to: "cancelled", require: () => {} } });
}
