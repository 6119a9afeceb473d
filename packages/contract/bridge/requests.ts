import { Type } from "typebox";
import { emptyObject, id } from "../schemas/common.ts";
import { bridgeLimits } from "./limits.ts";
import { bridgeResources } from "./paths.ts";

/**
 * Requests that an embedded page can send to the admin, each with the schemas of its parameters and its result. Other
 * requests are rejected.
 */
export const bridgeRequests = {
  /** Check that the page runs in an admin that supports this version. Every page sends it first. */
  hello: { params: emptyObject, result: Type.Object({ version: Type.Integer() }) },
  /** Get a token that proves to the app's server who is using the page, and in which store. */
  session_token: {
    params: emptyObject,
    result: Type.Object({
      token: Type.String(),
      expires_in_s: Type.Number({ description: "Seconds for which the token remains valid." }),
    }),
  },
  /** Show a short message over the admin, under the app's name. */
  toast: {
    params: Type.Object({
      text: Type.String({ minLength: 1, maxLength: bridgeLimits.toast_length }),
      style: Type.Enum(["info", "success", "error"]),
    }),
    result: emptyObject,
  },
  /** Set the title of the browser tab, shown before the app's name. */
  title: {
    params: Type.Object({ text: Type.String({ maxLength: bridgeLimits.title_length }) }),
    result: emptyObject,
  },
  /** Open an admin page of this store, for example `/products`. */
  navigate: {
    params: Type.Object({ path: Type.String({ minLength: 1, maxLength: bridgeLimits.path_length }) }),
    result: emptyObject,
  },
  /** Open the page of a record of this store. */
  open: {
    params: Type.Object({ resource: Type.Enum(Object.keys(bridgeResources) as BridgeResource[]), id }),
    result: emptyObject,
  },
  /** Set the height of the frame in CSS pixels, within the admin's limits. */
  resize: {
    params: Type.Object({ height: Type.Number({ minimum: 0, maximum: 1_000_000 }) }),
    result: emptyObject,
  },
  /** Open the store's consent page for this app, to request further scopes (INS-3). */
  authorize: {
    params: Type.Object({ url: Type.String({ minLength: 1, maxLength: bridgeLimits.url_length }) }),
    result: emptyObject,
  },
} as const;

/** The name of a bridge request, sent as `ask`. */
export type BridgeAction = keyof typeof bridgeRequests;
/** A kind of record that an app can open in the admin. */
export type BridgeResource = keyof typeof bridgeResources;
