import type { OperationResponse, operations } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { countedInHour, everyHour, getFirstHour, type HourRow } from "./delivery-hours.ts";
import { assertOwnInstallation, type OwnInstallation } from "./own-apps.ts";
import type { PartnersDeps } from "./partners-deps.ts";

/**
 * Count the deliveries created for one installation of one's own app in each of the last 24 hours.
 * @throws ApiError `not_found`
 */
export async function listInstallationHours(
  db: Queryable,
  own: OwnInstallation,
  { clock }: PartnersDeps,
): Promise<OperationResponse<typeof operations.listInstallationHours>> {
  await assertOwnInstallation(db, own);
  const firstHour = getFirstHour(clock);
  const rows = await db.many<HourRow>(hoursText, [own.installation_id, new Date(firstHour)]);
  return { delivery_hours: everyHour(rows, firstHour) };
}

const hoursText = `
  select (extract(epoch from date_bin('1 hour', created_at, 'epoch')) * 1000)::bigint as at,
    ${countedInHour}
  from deliveries where installation_id = $1 and created_at >= $2
  group by 1`;
