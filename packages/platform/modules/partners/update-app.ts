import { type BodyOf, type operations, refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { lockApp, selectApp, updateAppRow } from "./app-store.ts";
import { judgeUrls } from "./app-urls.ts";
import type { OwnApp, PartnersWiring } from "./partners-wiring.ts";
import { type ShownApp, showApp } from "./shown-app.ts";

/**
 * Changes what was registered; what is left out stays (REG-2, REG-3).
 *
 * @throws Refusal `not_found`, the same for another partner's app; `invalid` naming every field that is wrong
 */
export async function updateApp(
  tx: Queryable,
  order: OwnApp & { input: BodyOf<typeof operations.updateApp> },
  wiring: PartnersWiring,
): Promise<ShownApp> {
  const before = (await lockApp(tx, order)) ?? refuse("not_found");
  const { input } = order;
  const name = input.name?.trim();
  const fields = [
    ...(name === "" ? [{ path: "name", message: "Give the app a name." }] : []),
    ...judgeUrls(input, wiring).fields,
  ];
  if (fields.length > 0) refuse("invalid", { fields });
  await updateAppRow(tx, before.id, {
    name: name ?? before.name,
    app_url: input.app_url ?? before.app_url,
    redirection_urls: input.redirection_urls ?? before.redirection_urls,
    embedded: input.embedded ?? before.embedded,
  });
  return showApp(tx, (await selectApp(tx, order)) ?? refuse("not_found"), wiring);
}
