import { Type } from "typebox";
import { id, nothing } from "../schemas/common.ts";
import { bridgeLimits } from "./limits.ts";
import { bridgeResources } from "./places.ts";

/**
 * What an embedded page may ask the admin for: the fields it gives and the value it gets. Nothing else is answered.
 */
export const bridgeQuestions = {
  /** The first question of a page: is there an admin that speaks this version? */
  hello: { takes: nothing, answers: Type.Object({ version: Type.Integer() }) },
  /** A token that proves to the app's own server who looks at the page, and in which shop. */
  session_token: {
    takes: nothing,
    answers: Type.Object({
      token: Type.String(),
      expires_in_s: Type.Number({ description: "Seconds for which it is still valid when it is sent." }),
    }),
  },
  /** A short note over the admin, under the app's name. */
  toast: {
    takes: Type.Object({
      text: Type.String({ minLength: 1, maxLength: bridgeLimits.toast_length }),
      style: Type.Enum(["info", "success", "error"]),
    }),
    answers: nothing,
  },
  /** What stands in the browser's tab, before the app's name. */
  title: {
    takes: Type.Object({ text: Type.String({ maxLength: bridgeLimits.title_length }) }),
    answers: nothing,
  },
  /** A place of the admin below this shop, for example `/products`. */
  navigate: {
    takes: Type.Object({ path: Type.String({ minLength: 1, maxLength: bridgeLimits.path_length }) }),
    answers: nothing,
  },
  /** The page of a record of this shop. */
  open: {
    takes: Type.Object({ resource: Type.Enum(Object.keys(bridgeResources) as BridgeResource[]), id }),
    answers: nothing,
  },
  /** The height of the frame in CSS pixels; the admin keeps it within its bounds. */
  resize: {
    takes: Type.Object({ height: Type.Number({ minimum: 0, maximum: 1_000_000 }) }),
    answers: nothing,
  },
  /** The shop's own consent page for this app, to ask for further scopes (INS-3). */
  authorize: {
    takes: Type.Object({ url: Type.String({ minLength: 1, maxLength: bridgeLimits.url_length }) }),
    answers: nothing,
  },
} as const;

export type BridgeAsk = keyof typeof bridgeQuestions;
export type BridgeResource = keyof typeof bridgeResources;
