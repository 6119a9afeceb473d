import { fieldProblem, type OperationResponse, type operations } from "@souk/contract";
import { maxBalance } from "../../customers/index.ts";
import type { CellReader } from "../rows/cell-reader.ts";
import { createColumnReporter, createMoneyReader, type ReadCell } from "../rows/read-cells.ts";
import type { ReportError } from "../rows/row-error.ts";

type Customer = OperationResponse<typeof operations.getCustomer>["customer"];

/** The balances of a customer in a row of a file. */
export interface RowBalances {
  /** An amount in the store's currency, as decimal text such as 12.50. */
  total_credit?: string;
  total_point?: number;
}

const readPoints: ReadCell<number> = (cell, reportError) => {
  const text = cell.trim();
  if (text === "") return undefined;
  // The maximum balance is the highest number of 15 digits.
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const message = `{field} must be a whole number of points from 0 to ${maxBalance}.`;
  reportError(fieldProblem("out_of_range", { min: 0, max: maxBalance }, message));
  return undefined;
};

/** Read the balances of a row. @param currency the store's currency, with its number of decimal places */
export function readBalances(
  readCell: CellReader<keyof RowBalances>,
  currency: { code: string; exponent: number },
  reportError: ReportError,
): RowBalances {
  const creditCell = readCell("total_credit");
  const pointCell = readCell("total_point");
  const total_credit =
    creditCell === undefined
      ? undefined
      : createMoneyReader(currency)(creditCell, createColumnReporter(reportError, "total_credit"));
  const total_point =
    pointCell === undefined
      ? undefined
      : readPoints(pointCell, createColumnReporter(reportError, "total_point"));
  return {
    ...(total_credit === undefined ? {} : { total_credit }),
    ...(total_point === undefined ? {} : { total_point }),
  };
}

const keptBalanceTexts = { total_credit: "the store credit stays", total_point: "the points stay" } as const;

/**
 * Report the balances in a row that differ from those of an existing customer. These balances are not imported, because that would
 * restore an amount that was spent after the export.
 */
export function warnAboutIgnoredBalances(
  rowBalances: RowBalances,
  customer: Customer,
  reportError: ReportError,
): void {
  for (const name of ["total_credit", "total_point"] as const) {
    const value = rowBalances[name];
    if (value === undefined || Number(value) === Number(customer[name])) continue;
    const message = `{field} is not imported for an existing customer, so ${keptBalanceTexts[name]} ${customer[name]}. The rest of the row is imported.`;
    reportError(name, fieldProblem("conflict", { current: customer[name] }, message));
  }
}
