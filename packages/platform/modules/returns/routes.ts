import { operations } from "@souk/contract";
import { type Route, read, write } from "../../routing/route.ts";
import type { OrderDesk } from "../orders/index.ts";
import { createReturn } from "./create-return.ts";
import { getReturn } from "./get-return.ts";
import { countReturns, listReturns } from "./list-returns.ts";
import { acceptReturn, cancelReturn, completeReturn } from "./steps.ts";
import { updateReturn } from "./update-return.ts";

/** The operations of returns. */
export function returnRoutes(desk: OrderDesk): Route[] {
  return [
    write(operations.createReturn, (tx, call) => createReturn(desk, tx, call)),
    read(operations.listReturns, listReturns),
    read(operations.countReturns, countReturns),
    read(operations.getReturn, getReturn),
    write(operations.updateReturn, (tx, call) => updateReturn(desk, tx, call)),
    write(operations.acceptReturn, (tx, call) => acceptReturn(desk, tx, call)),
    write(operations.completeReturn, (tx, call) => completeReturn(desk, tx, call)),
    write(operations.cancelReturn, (tx, call) => cancelReturn(desk, tx, call)),
  ];
}
