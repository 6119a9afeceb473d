import { Type } from "typebox";
import { scopeNames } from "../scopes.ts";
import { dateOut, emailIn, id, nullable } from "./common.ts";

const role = Type.Enum(["owner", "manager", "staff"], {
  description:
    "owner: everything, one a shop. manager: everything but other managers and the ownership. staff: chosen areas.",
});

const scopes = Type.Array(Type.Enum(scopeNames), {
  description:
    "The areas of staff, as the scopes of apps; of owners and managers empty, since they have all.",
});

const givenRole = Type.Enum(["manager", "staff"]);
const givenScopes = Type.Array(Type.Enum(scopeNames), {
  maxItems: scopeNames.length,
  description: "For staff, at least one; for managers left out or empty.",
});

/** A person of a shop. */
export const member = Type.Object({
  id: Type.Integer({ description: "Of the account." }),
  name: Type.String(),
  email: Type.String(),
  role,
  scopes,
  is_self: Type.Boolean({ description: "Whether it is the person who asks." }),
  created_at: dateOut,
});

export const memberUpdate = Type.Object({ role: givenRole, scopes: Type.Optional(givenScopes) });

/** Somebody who was asked to join. */
export const invitation = Type.Object({
  id,
  email: Type.String(),
  role: givenRole,
  scopes,
  invited_by: nullable(Type.String({ description: "What the person is called who sent it." })),
  expires_at: dateOut,
  is_expired: Type.Boolean(),
  created_at: dateOut,
  updated_at: dateOut,
});

export const invitationCreate = Type.Object({
  email: emailIn,
  role: givenRole,
  scopes: Type.Optional(givenScopes),
});

/** An invitation with the address that accepts it, shown this once. */
export const sentInvitation = Type.Object({
  ...invitation.properties,
  link: Type.String({ description: "For whoever gets no mail; it stands in the mail too." }),
  is_mailed: Type.Boolean({ description: "False when no SMTP server is set: hand the link over yourself." }),
});
