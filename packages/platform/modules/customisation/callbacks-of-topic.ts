import type { curlTopics } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Store } from "../../routing/call.ts";
import { appIsLifted } from "../../suspension.ts";

export type CallbackTopic = (typeof curlTopics)[number];

/** Where an app is asked for one topic, and which app that is. */
export interface Callback {
  /** Of the curl: it goes with its installation, and a new installation has another. */
  id: number;
  url: string;
  app_id: number;
  app_handle: string;
  /** What the shop has granted the app. */
  scopes: readonly string[];
}

const statement = {
  name: "callbacks_of_topic",
  text: `
    select curl.id, curl.url, app.id as app_id, app.handle as app_handle, installation.scopes
    from curls curl join installations installation on installation.id = curl.installation_id
      join apps app on app.id = installation.app_id left join partners partner on partner.id = app.partner_id
    where curl.store_id = $1 and curl.topic = $2 and installation.status = 'enabled' and ${appIsLifted}
    order by app.handle, curl.id`,
};

/** The callbacks of the apps that may be asked now, by their apps' handles. */
export async function callbacksOfTopic(
  run: Queryable,
  store: Store,
  topic: CallbackTopic,
): Promise<Callback[]> {
  return (await run.query<Callback>(statement, [store.id, topic])).rows;
}
