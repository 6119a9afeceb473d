import type { Queryable } from "@souk/database";
import type { ModuleWith } from "../../infrastructure/module.ts";
import { deleteReplacedSecrets } from "./change-secrets.ts";
import type { PartnersDeps } from "./partners-deps.ts";
import {
  type AppRegistration,
  type CustomApp,
  type RegisteredApp,
  registerApp,
  registerCustomApp,
} from "./register-app.ts";
import { createPartnerRoutes } from "./routes.ts";
import { createSecretReader, type SecretReader } from "./secret-reader.ts";

/** The functions of this module that other modules, the runtime and the demo call. */
export interface PartnersApi {
  secrets: SecretReader;
  registerApp(tx: Queryable, registration: AppRegistration): Promise<RegisteredApp>;
  registerCustomApp(tx: Queryable, app: { store_id: number; name: string }): Promise<CustomApp>;
}

/** Create the module of partners, their apps and client secrets. */
export function partnersModule(deps: PartnersDeps): ModuleWith<PartnersApi> {
  return {
    name: "partners",
    tables: ["partners", "partner_members", "apps", "app_secrets", "app_fulfillment_urls"],
    routes: createPartnerRoutes(deps),
    housekeeping: [
      {
        name: "delete replaced secrets",
        everyMs: 60_000,
        run: (database) => deleteReplacedSecrets(database, new Date(deps.clock.now())),
      },
    ],
    api: {
      secrets: createSecretReader(deps.vault),
      registerApp: (tx, registration) => registerApp(tx, registration, deps),
      registerCustomApp: (tx, app) => registerCustomApp(tx, app, deps),
    },
  };
}
