import { Type } from "typebox";
import { assignableRights, rightNames } from "../access/rights.ts";
import { assignableRoles, roleNames } from "../access/roles.ts";
import { emailInput, id, nullable, timestamp } from "./common.ts";

const role = Type.Enum(roleNames, {
  description:
    "owner: all rights; a store has exactly one owner. manager: all rights except transferring the ownership and appointing " +
    "managers. packer, stock_keeper, support, bookkeeper: the rights of that job. custom: rights that were chosen for the person.",
});

const memberRights = Type.Array(Type.Enum(rightNames), { description: "All rights that the role gives." });

const assignableRole = Type.Enum(assignableRoles);
const chosenRights = Type.Array(Type.Enum(assignableRights), {
  maxItems: assignableRights.length,
  description:
    "At least one right is required for the role custom. Must be omitted or empty for every other role.",
});

const installationIds = Type.Array(id, {
  description:
    "Ids of installed apps that the member may open although the member's rights do not cover the apps' scopes; empty " +
    "for owners and managers, because they may open all apps.",
});
const assignableInstallationIds = Type.Array(id, {
  maxItems: 250,
  description:
    "Ids of installed apps that the member may open even if the member's rights do not cover the apps' scopes. Through " +
    "such an app, the member can do whatever the app allows. Must be omitted or empty for the role manager.",
});

/** Member of a store. */
export const member = Type.Object({
  id: Type.Integer({ description: "Id of the account." }),
  name: Type.String(),
  email: Type.String(),
  role,
  rights: memberRights,
  installation_ids: installationIds,
  is_self: Type.Boolean({ description: "Whether the member is the signed-in person." }),
  created_at: timestamp,
});

export const memberUpdate = Type.Object({
  role: assignableRole,
  rights: Type.Optional(chosenRights),
  installation_ids: Type.Optional(assignableInstallationIds),
});

/** Invitation to join a store. */
export const invitation = Type.Object({
  id,
  email: Type.String(),
  role: assignableRole,
  rights: memberRights,
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
  rights: Type.Optional(chosenRights),
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
    description: "`false` if no SMTP server is configured. In that case, share the URL yourself.",
  }),
});
