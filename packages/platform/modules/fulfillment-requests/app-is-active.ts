import { appIsNotSuspended } from "../../infrastructure/suspension.ts";

/**
 * SQL condition that is true if the app of a fulfillment request `r` is enabled in its store and not suspended.
 * If this condition is false, the link in the app's response is hidden.
 */
// guard fulfill-link-of-a-disabled-app: without `and installation.status = 'enabled'`, list-requests.test.ts fails at `the link in a disabled app's response is hidden until the app is enabled again`
export const appIsActiveCondition = `exists (
  select from installations installation join apps app on app.id = installation.app_id
    left join partners partner on partner.id = app.partner_id
  where installation.id = r.installation_id and installation.status = 'enabled' and ${appIsNotSuspended})`;
