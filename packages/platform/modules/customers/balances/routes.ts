import { operations, throwFieldError } from "@souk/contract";
import { type Route, read, statement } from "../../../infrastructure/routing/route.ts";
import { creditKind, pointKind } from "./balance-kind.ts";
import { createChangeBalance } from "./change-balance.ts";
import { countLedgerLines, listLedger } from "./list-ledger.ts";
import { readAmount, readSignedAmount } from "./read-amount.ts";

/** Create the routes of store credit and loyalty points (CUS-2). */
export function createBalanceRoutes(): Route[] {
  const changeCredit = createChangeBalance(creditKind);
  const changePoint = createChangeBalance(pointKind);
  return [
    statement(operations.adjustCredit, (db, call) => {
      const { adjustment_amount, description } = call.body;
      const field = "adjustment_amount";
      return changeCredit(db, call, {
        verb: "adjust",
        field,
        readAmount: (exponent) => readSignedAmount(field, adjustment_amount, exponent),
        description,
      });
    }),
    statement(operations.setCredit, (db, call) => {
      const { amount, description } = call.body;
      return changeCredit(db, call, {
        verb: "set",
        field: "amount",
        readAmount: (exponent) => readAmount("amount", amount, exponent),
        description,
      });
    }),
    statement(operations.adjustPoint, (db, call) => {
      const { value, description } = call.body;
      if (value === 0) throwFieldError("value", "not_allowed", { forbidden: [0] });
      return changePoint(db, call, {
        verb: "adjust",
        field: "value",
        readAmount: () => String(value),
        description,
      });
    }),
    statement(operations.setPoint, (db, call) => {
      const { value, description } = call.body;
      return changePoint(db, call, {
        verb: "set",
        field: "value",
        readAmount: () => String(value),
        description,
      });
    }),
    read(operations.listCredits, (database, call) => listLedger(database, creditKind, call)),
    read(operations.countCredits, (database, call) => countLedgerLines(database, creditKind, call)),
    read(operations.listPoints, (database, call) => listLedger(database, pointKind, call)),
    read(operations.countPoints, (database, call) => countLedgerLines(database, pointKind, call)),
  ];
}
