import type { callbackTopics } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { appIsNotSuspended } from "../../infrastructure/suspension.ts";

/** A topic for which an app can register a callback. */
export type CallbackTopic = (typeof callbackTopics)[number];

/** A callback that an app has registered for a topic, with data of the app. */
export interface Callback {
  /** The callback's id. If the app is reinstalled, its callback gets a new id. */
  id: number;
  url: string;
  app_id: number;
  app_handle: string;
  /** The scopes that the store has granted the app. */
  scopes: readonly string[];
}

// guard rates-of-a-disabled-app: without `and installation.status = 'enabled'`, quote-rates.slow.test.ts fails at `disabled or uninstalled`
const statement = defineStatement(
  "callbacks_of_topic",
  `
    select callback.id, callback.url, app.id as app_id, app.handle as app_handle, installation.scopes
    from curls callback join installations installation on installation.id = callback.installation_id
      join apps app on app.id = installation.app_id left join partners partner on partner.id = app.partner_id
    where callback.store_id = $1 and callback.topic = $2 and installation.status = 'enabled' and ${appIsNotSuspended}
    order by app.handle, callback.id`,
);

/** List the callbacks that a store's enabled, unsuspended apps have registered for a topic, sorted by the app's handle. */
export async function listCallbacks(db: Queryable, store: Store, topic: CallbackTopic): Promise<Callback[]> {
  return await db.many<Callback>(statement, [store.id, topic]);
}
