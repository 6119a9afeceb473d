import { Type } from "typebox";
import { emptyObject, id } from "../schemas/common.ts";
import { bridgeLimits } from "./limits.ts";
import { bridgeResources } from "./paths.ts";

/**
 * Requests that an embedded page can send to the admin, with parameters and result. Other requests are rejected.
 */
export const bridgeRequests = {
  /** Check that the page runs in an admin that supports this version. The first request of every page. */
  hello: { takes: emptyObject, answers: Type.Object({ version: Type.Integer() }) },
  /** Get a token that proves to the app's own server who uses the page, and in which store. */
  session_token: {
    takes: emptyObject,
    answers: Type.Object({
      token: Type.String(),
      expires_in_s: Type.Number({ description: "Seconds for which the token remains valid." }),
    }),
  },
  /** Show a short message over the admin, under the app's name. */
  toast: {
    takes: Type.Object({
      text: Type.String({ minLength: 1, maxLength: bridgeLimits.toast_length }),
      style: Type.Enum(["info", "success", "error"]),
    }),
    answers: emptyObject,
  },
  /** Set the title of the browser tab, shown before the app's name. */
  title: {
    takes: Type.Object({ text: Type.String({ maxLength: bridgeLimits.title_length }) }),
    answers: emptyObject,
  },
  /** Open an admin page of this store, for example `/products`. */
  navigate: {
    takes: Type.Object({ path: Type.String({ minLength: 1, maxLength: bridgeLimits.path_length }) }),
    answers: emptyObject,
  },
  /** Open the page of a record of this store. */
  open: {
    takes: Type.Object({ resource: Type.Enum(Object.keys(bridgeResources) as BridgeResource[]), id }),
    answers: emptyObject,
  },
  /** Set the height of the frame in CSS pixels, within the admin's limits. */
  resize: {
    takes: Type.Object({ height: Type.Number({ minimum: 0, maximum: 1_000_000 }) }),
    answers: emptyObject,
  },
  /** Open the store's consent page for this app, to request further scopes (INS-3). */
  authorize: {
    takes: Type.Object({ url: Type.String({ minLength: 1, maxLength: bridgeLimits.url_length }) }),
    answers: emptyObject,
  },
} as const;

export type BridgeAction = keyof typeof bridgeRequests;
export type BridgeResource = keyof typeof bridgeResources;
