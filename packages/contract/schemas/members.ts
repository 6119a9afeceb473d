import { Type } from "typebox";
import { scopeNames } from "../scopes.ts";
import { emailInput, id, nullable, timestamp } from "./common.ts";

const role = Type.Enum(["owner", "manager", "staff"], {
  description:
    "owner: full access; one per store. manager: full access except other managers and the ownership. staff: " +
    "selected areas.",
});

const scopes = Type.Array(Type.Enum(scopeNames), {
  description: "Areas of a staff member, as scopes; empty for owners and managers, who have all.",
});

const givenRole = Type.Enum(["manager", "staff"]);
const givenScopes = Type.Array(Type.Enum(scopeNames), {
  maxItems: scopeNames.length,
  description: "Required for staff, at least one. Omit or leave empty for managers.",
});

/** Member of a store. */
export const member = Type.Object({
  id: Type.Integer({ description: "Id of the account." }),
  name: Type.String(),
  email: Type.String(),
  role,
  scopes,
  is_self: Type.Boolean({ description: "Whether the member is the signed-in person." }),
  created_at: timestamp,
});

export const memberUpdate = Type.Object({ role: givenRole, scopes: Type.Optional(givenScopes) });

/** Invitation to join a store. */
export const invitation = Type.Object({
  id,
  email: Type.String(),
  role: givenRole,
  scopes,
  invited_by: nullable(Type.String({ description: "Name of the person who sent the invitation." })),
  expires_at: timestamp,
  is_expired: Type.Boolean(),
  created_at: timestamp,
  updated_at: timestamp,
});

export const invitationCreate = Type.Object({
  email: emailInput,
  role: givenRole,
  scopes: Type.Optional(givenScopes),
});

/** Invitation with the URL that accepts it, shown only once. */
export const sentInvitation = Type.Object({
  ...invitation.properties,
  link: Type.String({
    description:
      "URL that accepts the invitation, also contained in the email. Share it if the email does not arrive.",
  }),
  is_mailed: Type.Boolean({
    description: "`false` when no SMTP server is configured: share the URL yourself.",
  }),
});
