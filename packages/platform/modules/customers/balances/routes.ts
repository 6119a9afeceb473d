import { operations, refuseField } from "@souk/contract";
import type { FactRegistry } from "../../../events/facts.ts";
import { type Route, read, statement } from "../../../routing/route.ts";
import { credit, point } from "./balance-kind.ts";
import { createChangeBalance } from "./change-balance.ts";
import { countBalance, listBalance } from "./list-balance.ts";
import { readAmount, readSignedAmount } from "./read-amount.ts";

/** The operations of store credit and loyalty points (CUS-2). */
export function balanceRoutes(facts: FactRegistry): Route[] {
  const changeCredit = createChangeBalance(facts, credit);
  const changePoint = createChangeBalance(facts, point);
  return [
    statement(operations.adjustCredit, (run, call) => {
      const { adjustment_amount, description } = call.body;
      const field = "adjustment_amount";
      const amount = (exponent: number) => readSignedAmount(field, adjustment_amount, exponent);
      return changeCredit(run, call, { verb: "adjust", field, amount, description });
    }),
    statement(operations.setCredit, (run, call) => {
      const { amount: sent, description } = call.body;
      const amount = (exponent: number) => readAmount("amount", sent, exponent);
      return changeCredit(run, call, { verb: "set", field: "amount", amount, description });
    }),
    statement(operations.adjustPoint, (run, call) => {
      const { value, description } = call.body;
      if (value === 0) refuseField("value", "must not be 0: nothing would be added or deducted");
      return changePoint(run, call, {
        verb: "adjust",
        field: "value",
        amount: () => String(value),
        description,
      });
    }),
    statement(operations.setPoint, (run, call) => {
      const { value, description } = call.body;
      return changePoint(run, call, {
        verb: "set",
        field: "value",
        amount: () => String(value),
        description,
      });
    }),
    read(operations.listCredits, (database, call) => listBalance(database, credit, call)),
    read(operations.countCredits, (database, call) => countBalance(database, credit, call)),
    read(operations.listPoints, (database, call) => listBalance(database, point, call)),
    read(operations.countPoints, (database, call) => countBalance(database, point, call)),
  ];
}
