import type { curlTopics } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { appIsNotSuspended } from "../../infrastructure/suspension.ts";

export type CallbackTopic = (typeof curlTopics)[number];

/** A callback that an app has registered for a topic, with its app. */
export interface Callback {
  /** The id of the curl. If the app is reinstalled, its curl gets a new id. */
  id: number;
  url: string;
  app_id: number;
  app_handle: string;
  /** The scopes that the store has granted the app. */
  scopes: readonly string[];
}

// guard: rates-of-a-disabled-app without `and installation.status = 'enabled'`: quote-rates.slow.test.ts disabled or uninstalled
const statement = defineStatement(
  "callbacks_of_topic",
  `
    select curl.id, curl.url, app.id as app_id, app.handle as app_handle, installation.scopes
    from curls curl join installations installation on installation.id = curl.installation_id
      join apps app on app.id = installation.app_id left join partners partner on partner.id = app.partner_id
    where curl.store_id = $1 and curl.topic = $2 and installation.status = 'enabled' and ${appIsNotSuspended}
    order by app.handle, curl.id`,
);

/** List a store's callbacks for a topic, of enabled apps that are not suspended, sorted by the app's handle. */
export async function listCallbacks(db: Queryable, store: Store, topic: CallbackTopic): Promise<Callback[]> {
  return await db.many<Callback>(statement, [store.id, topic]);
}
