import type { AnswerOf, operations } from "@souk/contract";
import { mostBalance } from "../../customers/index.ts";
import type { CellOf } from "../rows/cells-of.ts";
import { type ReadCell, readMoney, underColumn } from "../rows/read-cells.ts";
import { type Complain, quoted } from "../rows/row-error.ts";

type Customer = AnswerOf<typeof operations.getCustomer>["customer"];

/** What a row says of a customer's balances. */
export interface SaidBalances {
  /** Plain decimal text. */
  total_credit?: string;
  total_point?: number;
}

const readPoints: ReadCell<number> = (cell, complain) => {
  const text = cell.trim();
  if (text === "") return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  complain(`${quoted(cell)} is no number of points; write a whole number from 0 to ${mostBalance}.`);
  return undefined;
};

/** @param currency the store's own, with its decimals */
export function readBalances(
  cellOf: CellOf<keyof SaidBalances>,
  currency: { code: string; exponent: number },
  complain: Complain,
): SaidBalances {
  const credit = cellOf("total_credit");
  const point = cellOf("total_point");
  const total_credit =
    credit === undefined ? undefined : readMoney(currency)(credit, underColumn(complain, "total_credit"));
  const total_point =
    point === undefined ? undefined : readPoints(point, underColumn(complain, "total_point"));
  return {
    ...(total_credit === undefined ? {} : { total_credit }),
    ...(total_point === undefined ? {} : { total_point }),
  };
}

const words = { total_credit: "store credit", total_point: "points" } as const;

/** Tells what a file says otherwise of balances of somebody who is there: they stay, or what was spent meanwhile would come back. */
export function tellKept(said: SaidBalances, now: Customer, tell: Complain): void {
  for (const name of ["total_credit", "total_point"] as const) {
    const value = said[name];
    if (value === undefined || Number(value) === Number(now[name])) continue;
    tell(
      name,
      `${quoted(String(value))} is not written: the ${words[name]} of a customer who is there already stays ${now[name]}. The rest of the row counts.`,
    );
  }
}
