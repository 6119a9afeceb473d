import type { OperationResponse, operations } from "@souk/contract";
import type { StepPoint } from "@souk/ui";

type Credit = OperationResponse<typeof operations.listCredits>["credits"][number];
type Points = OperationResponse<typeof operations.listPoints>["points"][number];

/** A change of a customer's store credit or points, in one shape for both. */
export interface BalanceEntry extends Pick<Credit, "id" | "description" | "actor" | "created_at"> {
  /** The amount that was added; negative if it was deducted. */
  change: string;
  /** The balance after the change. */
  result: string;
}

/** Convert a change of store credit to a balance entry. */
export function toCreditEntry({ change, resulting_credit, ...entry }: Credit): BalanceEntry {
  return { ...entry, change, result: resulting_credit };
}

/** Convert a change of points to a balance entry. */
export function toPointEntry({ change, resulting_point, ...entry }: Points): BalanceEntry {
  return { ...entry, change: String(change), result: String(resulting_point) };
}

/**
 * Build the points of a chart of the balance over time.
 * @param entries the changes, newest first
 * @returns the points, oldest first; the first one is the balance before the oldest change
 */
export function buildBalancePoints(entries: readonly BalanceEntry[]): StepPoint[] {
  const points = entries.map(({ created_at, result }) => ({
    at: Date.parse(created_at),
    total: Number(result),
  }));
  const oldest = entries.at(-1);
  if (oldest) {
    const initialBalance = Number(oldest.result) - Number(oldest.change);
    points.push({ at: Date.parse(oldest.created_at), total: initialBalance });
  }
  return points.reverse();
}
