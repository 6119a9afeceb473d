import type { AnswerOf, operations } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { countedInHour, everyHour, firstHourOf, type HourRow } from "./delivery-hours.ts";
import { type OwnInstallation, requireOwnInstallation } from "./own-apps.ts";
import type { PartnersWiring } from "./partners-wiring.ts";

/**
 * The deliveries made to one installation of one's own app in each of the last 24 hours.
 * @throws Refusal `not_found`
 */
export async function listInstallationHours(
  run: Queryable,
  own: OwnInstallation,
  { clock }: PartnersWiring,
): Promise<AnswerOf<typeof operations.listInstallationHours>> {
  await requireOwnInstallation(run, own);
  const firstHour = firstHourOf(clock);
  const { rows } = await run.query<HourRow>(hoursText, [own.installation_id, new Date(firstHour)]);
  return { delivery_hours: everyHour(rows, firstHour) };
}

const hoursText = `
  select (extract(epoch from date_bin('1 hour', created_at, 'epoch')) * 1000)::bigint as at,
    ${countedInHour}
  from deliveries where installation_id = $1 and created_at >= $2
  group by 1`;
