import Type, { type Static } from "typebox";
import { nullable } from "./common.ts";
import { ownStore, session } from "./people.ts";

const { created_at: _, ...storeProperties } = ownStore.properties;

/** What a panel's document tells its program, so that its first page waits for no question. */
export const panelData = Type.Object({
  session,
  /** The shop that the panel works in. */
  store: nullable(
    Type.Object({
      ...storeProperties,
      /** What the person's role allows there. */
      scopes: Type.Array(Type.String()),
    }),
  ),
  mode: Type.Enum(["development", "production"]),
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
