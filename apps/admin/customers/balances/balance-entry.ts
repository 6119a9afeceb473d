import type { OperationResponse, operations } from "@souk/contract";
import type { StepPoint } from "@souk/ui";

type Credit = OperationResponse<typeof operations.listCredits>["credits"][number];
type Points = OperationResponse<typeof operations.listPoints>["points"][number];

/** One change of store credit or of points, read alike. */
export interface BalanceEntry extends Pick<Credit, "id" | "description" | "actor" | "created_at"> {
  /** The amount added, or with a minus deducted. */
  change: string;
  /** The balance after the change. */
  result: string;
}

export function creditEntry({ change, resulting_credit, ...entry }: Credit): BalanceEntry {
  return { ...entry, change, result: resulting_credit };
}

export function pointEntry({ change, resulting_point, ...entry }: Points): BalanceEntry {
  return { ...entry, change: String(change), result: String(resulting_point) };
}

/**
 * What was left over time, to be drawn.
 * @param entries the latest first
 * @returns the oldest first, beginning with what was there before it
 */
export function balancePoints(entries: readonly BalanceEntry[]): StepPoint[] {
  const points = entries.map(({ created_at, result }) => ({
    at: Date.parse(created_at),
    total: Number(result),
  }));
  const oldest = entries.at(-1);
  if (oldest) {
    const before = Number(oldest.result) - Number(oldest.change);
    points.push({ at: Date.parse(oldest.created_at), total: before });
  }
  return points.reverse();
}
