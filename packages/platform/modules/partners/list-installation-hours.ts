import type { OperationResponse, operations } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { fillHours, getFirstHour, type HourRow, hourCountColumns } from "./delivery-hours.ts";
import { assertOwnInstallation, type PartnerInstallationRef } from "./own-apps.ts";
import type { PartnersDeps } from "./partners-deps.ts";

/**
 * Count the deliveries created for an installation in each of the last 24 hours.
 * @throws ApiError `not_found`, also for an installation of another partner's app
 */
export async function listInstallationHours(
  db: Queryable,
  ref: PartnerInstallationRef,
  { clock }: PartnersDeps,
): Promise<OperationResponse<typeof operations.listInstallationHours>> {
  await assertOwnInstallation(db, ref);
  const firstHour = getFirstHour(clock);
  const rows = await db.many<HourRow>(hoursText, [ref.installation_id, new Date(firstHour)]);
  return { delivery_hours: fillHours(rows, firstHour) };
}

const hoursText = `
  select (extract(epoch from date_bin('1 hour', created_at, 'epoch')) * 1000)::bigint as at,
    ${hourCountColumns}
  from deliveries where installation_id = $1 and created_at >= $2
  group by 1`;
