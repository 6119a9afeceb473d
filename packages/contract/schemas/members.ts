import { Type } from "typebox";
import { scopeNames } from "../scopes.ts";
import { emailInput, id, nullable, timestamp } from "./common.ts";

const role = Type.Enum(["owner", "manager", "staff"], {
  description:
    "owner: full access; a store has exactly one owner. manager: full access, but cannot change other managers or " +
    "transfer the ownership. staff: access to selected areas.",
});

const scopes = Type.Array(Type.Enum(scopeNames), {
  description: "Scopes of a staff member; empty for owners and managers, because they have all scopes.",
});

const assignableRole = Type.Enum(["manager", "staff"]);
const assignableScopes = Type.Array(Type.Enum(scopeNames), {
  maxItems: scopeNames.length,
  description:
    "At least one scope is required for the role staff. Must be omitted or empty for the role manager.",
});

const installationIds = Type.Array(id, {
  description:
    "Ids of installed apps that a staff member may open although the member lacks some of their scopes; empty for owners " +
    "and managers, because they may open all apps.",
});
const assignableInstallationIds = Type.Array(id, {
  maxItems: 250,
  description:
    "Ids of installed apps that the member may open even without all of their scopes. Through such an app, the member can " +
    "do whatever the app allows. Must be omitted or empty for the role manager.",
});

/** Member of a store. */
export const member = Type.Object({
  id: Type.Integer({ description: "Id of the account." }),
  name: Type.String(),
  email: Type.String(),
  role,
  scopes,
  installation_ids: installationIds,
  is_self: Type.Boolean({ description: "Whether the member is the signed-in person." }),
  created_at: timestamp,
});

export const memberUpdate = Type.Object({
  role: assignableRole,
  scopes: Type.Optional(assignableScopes),
  installation_ids: Type.Optional(assignableInstallationIds),
});

/** Invitation to join a store. */
export const invitation = Type.Object({
  id,
  email: Type.String(),
  role: assignableRole,
  scopes,
  installation_ids: installationIds,
  invited_by: nullable(Type.String({ description: "Name of the person who sent the invitation." })),
  expires_at: timestamp,
  is_expired: Type.Boolean(),
  created_at: timestamp,
  updated_at: timestamp,
});

export const invitationCreate = Type.Object({
  email: emailInput,
  role: assignableRole,
  scopes: Type.Optional(assignableScopes),
  installation_ids: Type.Optional(assignableInstallationIds),
});

/** Invitation with the URL that accepts it, shown only once. */
export const sentInvitation = Type.Object({
  ...invitation.properties,
  link: Type.String({
    description:
      "URL that accepts the invitation; it is also in the email. Share it if the email does not arrive.",
  }),
  is_mailed: Type.Boolean({
    description: "`false` if no SMTP server is configured. Then share the URL yourself.",
  }),
});
