import { operations } from "@souk/contract";
import { type Route, read, write } from "../../infrastructure/routing/route.ts";
import { acceptReturn, cancelReturn, completeReturn } from "./change-return-status.ts";
import { createReturn } from "./create-return.ts";
import { getReturn } from "./get-return.ts";
import { countReturns, listReturns } from "./list-returns.ts";
import type { ReturnsDeps } from "./returns-deps.ts";
import { updateReturn } from "./update-return.ts";

/** Create the routes of returns. */
export function createReturnRoutes(deps: ReturnsDeps): Route[] {
  return [
    write(operations.createReturn, (tx, call) => createReturn(deps, tx, call)),
    read(operations.listReturns, listReturns),
    read(operations.countReturns, countReturns),
    read(operations.getReturn, getReturn),
    write(operations.updateReturn, (tx, call) => updateReturn(deps, tx, call)),
    write(operations.acceptReturn, (tx, call) => acceptReturn(deps, tx, call)),
    write(operations.completeReturn, (tx, call) => completeReturn(deps, tx, call)),
    write(operations.cancelReturn, (tx, call) => cancelReturn(deps, tx, call)),
  ];
}
