import { appIsLifted } from "../../suspension.ts";

/** Whether the app of a fulfillment request `r` may work in its store by now, as SQL: else its link leads nowhere good. */
export const appWorks = `exists (
  select from installations installation join apps app on app.id = installation.app_id
    left join partners partner on partner.id = app.partner_id
  where installation.id = r.installation_id and installation.status = 'enabled' and ${appIsLifted})`;
