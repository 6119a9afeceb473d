import { Type } from "typebox";
import { securityEventKindNames } from "../security-events.ts";
import { actor, id, nullable, timestamp } from "./common.ts";

const commonFields = {
  id,
  created_at: timestamp,
  kind: Type.Enum(securityEventKindNames, { description: "What happened." }),
  account: nullable(
    Type.Object(
      { id, name: Type.String(), email: Type.String() },
      {
        description:
          "The person whom the event concerns, such as the member whose access was changed; the actor if it concerns no other person.",
      },
    ),
  ),
  app: nullable(
    Type.Object({ id, name: Type.String() }, { description: "The app that the event concerns." }),
  ),
  actor,
  client_address: Type.String({
    description:
      "IP address that the request came from; empty if it is not known or belongs to platform staff.",
  }),
  user_agent: Type.String({ description: "User-Agent header of the request; empty if it is not known." }),
  details: Type.Unsafe<Readonly<Record<string, unknown>>>(
    Type.Record(Type.String(), Type.Unknown(), {
      description: "Further details, which depend on the kind, for example `role`. Their names are stable.",
    }),
  ),
  request_id: Type.String({
    description: "Id of the request, as in its X-Request-Id header; the audit log can be filtered by it.",
  }),
};

/** Security event of a store. */
export const securityEvent = Type.Object(commonFields);

/** Security event of the platform. */
export const staffSecurityEvent = Type.Object({
  ...commonFields,
  store: nullable(
    Type.Object(
      { id, name: Type.String(), handle: Type.String() },
      { description: "The store that the event concerns." },
    ),
  ),
  partner: nullable(
    Type.Object({ id, name: Type.String() }, { description: "The partner that the event concerns." }),
  ),
});
