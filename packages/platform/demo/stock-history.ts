import { instantOf, offsetAt } from "@souk/contract";
import type { OpeningMovement } from "../modules/inventory/index.ts";

/** A level of the demo as it was opened. */
export interface OpenedLevel {
  variant_id: number;
  location_id: number;
  quantity: number;
  at: Date;
  /** What was opened together, a product, has the same. */
  request_id: string;
}

const dayMs = 86_400_000;
const minuteMs = 60_000;
const opensAtMs = 10 * 60 * minuteMs;

/** How many changes each of the last 14 days has, today's last: quiet days and a busy one. */
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

/** When changes happen: on each day from ten in the morning, by the shop's clock, and never in the future. */
function momentsUntil(now: number, zone: string): number[] {
  const wall = now + offsetAt(now, zone);
  const today = wall - (wall % dayMs);
  return daily
    .flatMap((count, day) => {
      const opening = today - (daily.length - 1 - day) * dayMs + opensAtMs;
      return Array.from({ length: count }, (_, n) => opening + (11 + n * 53 + ((day * 17) % 29)) * minuteMs);
    })
    .map((moment) => instantOf(moment, zone, "earlier"))
    .filter((moment) => moment < now);
}

/**
 * The ledger of a shop that has been open for two weeks: the opening of each level, then sales, deliveries and the like. The
 * same order makes the same ledger, and no quantity is ever below 0.
 * @param accountId who made the changes
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
