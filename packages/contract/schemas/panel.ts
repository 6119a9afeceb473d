import { type Static, Type } from "typebox";
import { rightNames } from "../access/rights.ts";
import { nullable } from "./common.ts";
import { ownStore, session } from "./people.ts";

const { created_at: _, ...storeProperties } = ownStore.properties;

/** Data embedded in a panel's HTML, so that its first page needs no request. */
export const panelData = Type.Object({
  session,
  /** Store that the panel shows; null if it shows none. */
  store: nullable(
    Type.Object({
      ...storeProperties,
      /** The person's rights in the store. */
      rights: Type.Array(Type.Enum(rightNames)),
    }),
  ),
  mode: Type.Enum(["development", "production"]),
  /** Whether this is a development server that others can reach (SOUK_DEV_PUBLIC). */
  is_public_development: Type.Boolean(),
  /** Origins of the platform's sites, the URL of the docs, and the domain of which the stores' hostnames are subdomains. */
  addresses: Type.Object({
    admin: Type.String(),
    partners: Type.String(),
    files: Type.String(),
    docs: Type.String(),
    domain: Type.String(),
  }),
});

export type PanelData = Static<typeof panelData>;
export type PanelStore = NonNullable<PanelData["store"]>;
