import { type AnswerOf, type FulfillmentTopic, type operations, pageOf } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { appIsLifted } from "../../suspension.ts";

type Listed = AnswerOf<typeof operations.listFulfillmentApps>;

interface AppRow {
  id: number;
  client_id: string;
  handle: string;
  name: string;
  topics: FulfillmentTopic[];
}

/** Apps that can be asked: enabled in the store, not suspended, with a fulfillment URL. */
const offered = `
  select installation.id, app.client_id, app.handle, app.name,
    array(select url.topic from app_fulfillment_urls url where url.app_id = app.id order by url.topic desc) as topics
  from installations installation join apps app on app.id = installation.app_id
    left join partners partner on partner.id = app.partner_id
  where installation.store_id = $1 and installation.status = 'enabled' and ${appIsLifted}
    and exists (select from app_fulfillment_urls url where url.app_id = app.id)`;

/** The apps that the orders of a store can be handed to, by their names. */
export async function listFulfillmentApps(
  run: Queryable,
  question: { store_id: number; page: number; limit: number },
): Promise<Listed> {
  const { store_id } = question;
  const counted = await run.query<{ count: number }>(`select count(*) as count from (${offered}) apps`, [
    store_id,
  ]);
  const page = pageOf(counted.rows[0]?.count ?? 0, question.page, question.limit);
  const text = `${offered} order by lower(app.name), installation.id limit $2 offset $3`;
  const { rows } = await run.query<AppRow>(text, [store_id, page.limit, (page.page - 1) * page.limit]);
  return { fulfillment_apps: rows, ...page };
}
