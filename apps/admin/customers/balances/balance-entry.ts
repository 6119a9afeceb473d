import type { OperationResponse, operations } from "@souk/contract";
import type { StepPoint } from "@souk/ui";

type CreditChange = OperationResponse<typeof operations.listCredits>["credits"][number];
type LoyaltyPointsChange = OperationResponse<typeof operations.listPoints>["points"][number];

/** A change of a customer's store credit or loyalty points, in one shape for both. */
export interface BalanceEntry extends Pick<CreditChange, "id" | "description" | "actor" | "created_at"> {
  /** The amount that was added; negative if it was deducted. */
  change: string;
  /** The balance after the change. */
  result: string;
}

/** Convert a change of store credit to a balance entry. */
export function toCreditEntry({ change, resulting_credit, ...entry }: CreditChange): BalanceEntry {
  return { ...entry, change, result: resulting_credit };
}

/** Convert a change of loyalty points to a balance entry. */
export function toPointEntry({ change, resulting_point, ...entry }: LoyaltyPointsChange): BalanceEntry {
  return { ...entry, change: String(change), result: String(resulting_point) };
}

/**
 * Build the data points of a chart of the balance over time.
 * @param entries the changes, newest first
 * @returns the data points, oldest first; the first one is the balance before the oldest change
 */
export function buildChartPoints(entries: readonly BalanceEntry[]): StepPoint[] {
  const chartPoints = entries.map(({ created_at, result }) => ({
    at: Date.parse(created_at),
    total: Number(result),
  }));
  const oldest = entries.at(-1);
  if (oldest) {
    const initialBalance = Number(oldest.result) - Number(oldest.change);
    chartPoints.push({ at: Date.parse(oldest.created_at), total: initialBalance });
  }
  return chartPoints.reverse();
}
