import { fieldProblem, type OperationResponse, type operations } from "@souk/contract";
import { maxBalance } from "../../customers/index.ts";
import type { CellReader } from "../rows/cell-reader.ts";
import { type ReadCell, readMoney, underColumn } from "../rows/read-cells.ts";
import type { Complain } from "../rows/row-error.ts";

type Customer = OperationResponse<typeof operations.getCustomer>["customer"];

/** The balances of a customer in a row. */
export interface SentBalances {
  /** Plain decimal text. */
  total_credit?: string;
  total_point?: number;
}

const readPoints: ReadCell<number> = (cell, complain) => {
  const text = cell.trim();
  if (text === "") return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const sentence = `{field} must be a whole number of points from 0 to ${maxBalance}.`;
  complain(fieldProblem("out_of_range", { min: 0, max: maxBalance }, sentence));
  return undefined;
};

/** Read the balances of a row. @param currency the store's own, with its decimals */
export function readBalances(
  readCell: CellReader<keyof SentBalances>,
  currency: { code: string; exponent: number },
  complain: Complain,
): SentBalances {
  const credit = readCell("total_credit");
  const point = readCell("total_point");
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

/**
 * Report the balances of an existing customer that differ in the file: they stay, or an amount spent
 * meanwhile would come back.
 */
export function reportKeptBalances(sent: SentBalances, now: Customer, complain: Complain): void {
  for (const name of ["total_credit", "total_point"] as const) {
    const value = sent[name];
    if (value === undefined || Number(value) === Number(now[name])) continue;
    const sentence = `{field} is not imported for an existing customer: the ${words[name]} stay${name === "total_credit" ? "s" : ""} ${now[name]}. The rest of the row is imported.`;
    complain(name, fieldProblem("conflict", { current: now[name] }, sentence));
  }
}
