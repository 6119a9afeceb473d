import { getZoneOffset, toInstant } from "@souk/contract";
import type { OpeningMovement } from "@souk/platform/modules/inventory";

/** An inventory level of the demo with its opening quantity. */
export interface OpenedLevel {
  variant_id: number;
  location_id: number;
  quantity: number;
  at: Date;
  /** The same for all levels of a product, which are opened together. */
  request_id: string;
}

const dayMs = 86_400_000;
const minuteMs = 60_000;
const opensAtMs = 10 * 60 * minuteMs;

/** The number of changes on each of the last 14 days; today comes last. */
const daily = [4, 6, 3, 7, 9, 5, 2, 5, 4, 8, 6, 11, 3, 6];

const happenings = [
  { reason: "Sold at the counter", change: -1 },
  { reason: "Sold at the counter", change: -2 },
  { reason: "Delivery from the workshop", change: 12 },
  { reason: "Sold at the counter", change: -1 },
  { reason: "Damaged", change: -1 },
  { reason: "Sold at the counter", change: -3 },
  { reason: "Counted", change: 2 },
] as const;

/** List the times of the changes: each day from ten in the morning in the store's time zone, never in the future. */
function momentsUntil(now: number, zone: string): number[] {
  const wall = now + getZoneOffset(now, zone);
  const today = wall - (wall % dayMs);
  return daily
    .flatMap((count, day) => {
      const opening = today - (daily.length - 1 - day) * dayMs + opensAtMs;
      return Array.from({ length: count }, (_, n) => opening + (11 + n * 53 + ((day * 17) % 29)) * minuteMs);
    })
    .map((moment) => toInstant(moment, zone, "earlier"))
    .filter((moment) => moment < now);
}

/**
 * Build the ledger of a store that has been open for two weeks: the opening of each level, then sales, deliveries and other
 * changes. The same input gives the same ledger, and no quantity is ever below 0.
 * @param accountId the account that made the changes
 */
export function stockHistory(
  levels: readonly OpenedLevel[],
  { now, zone, accountId }: { now: number; zone: string; accountId: number },
): OpeningMovement[] {
  const opened = levels.map(({ quantity, ...level }): OpeningMovement => {
    return { ...level, change: quantity, reason: "opening stock", actor: { kind: "system", id: "demo" } };
  });
  const left = new Map(levels.map((level) => [level, level.quantity]));
  const changes = momentsUntil(now, zone).flatMap((moment, n): OpeningMovement[] => {
    const { reason, change } = happenings[n % happenings.length] ?? happenings[0];
    const open = levels.filter(
      (level) => level.at.getTime() < moment && (left.get(level) ?? 0) + change >= 0,
    );
    const level = open[(n * 37) % open.length];
    if (level === undefined) return [];
    left.set(level, (left.get(level) ?? 0) + change);
    const { variant_id, location_id } = level;
    const actor = { kind: "account", id: String(accountId) } as const;
    const made = { at: new Date(moment), request_id: `demo-change-${n + 1}` };
    return [{ variant_id, location_id, change, reason, actor, ...made }];
  });
  return [...opened, ...changes];
}
