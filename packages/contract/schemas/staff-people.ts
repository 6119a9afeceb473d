import { Type } from "typebox";
import { roleNames } from "../access/roles.ts";
import { id, nullable } from "./common.ts";
import { suspension, utcTimestamp } from "./people.ts";

const suspended = nullable(suspension);

/** Anybody's account, as platform staff see it. */
export const staffAccount = Type.Object({
  id,
  email: Type.String(),
  name: Type.String(),
  is_staff: Type.Boolean({ description: "Whether the account can use the staff console." }),
  store_count: Type.Integer({ description: "Number of stores that the person is a member of." }),
  partner_count: Type.Integer({ description: "Number of partners that the person is a member of." }),
  created_at: utcTimestamp,
});

/** Account with its stores, partners and sessions. It contains neither the password nor the ids of sessions. */
export const staffAccountDetail = Type.Object({
  ...staffAccount.properties,
  stores: Type.Array(
    Type.Object({
      id,
      handle: Type.String(),
      name: Type.String(),
      role: Type.Enum(roleNames),
      suspended,
    }),
    { description: "At most 250 stores, newest membership first." },
  ),
  partners: Type.Array(
    Type.Object({ id, name: Type.String(), role: Type.Enum(["owner", "developer"]), suspended }),
    { description: "At most 250 partners, newest membership first." },
  ),
  sessions: Type.Array(
    Type.Object({
      site: Type.Enum(["admin", "partners"], { description: "Where the person is signed in." }),
      device: Type.String({ description: "Browser and operating system, as the browser claims." }),
      client_address: Type.String({ description: "IP address at sign-in; empty if unknown." }),
      signed_in_at: utcTimestamp,
      last_used_at: utcTimestamp,
    }),
    { description: "At most 200 sessions that have not ended, the most recently used first." },
  ),
  last_signed_in_at: Type.Union([utcTimestamp, Type.Null()], {
    description: "Latest sign-in among the sessions that have not ended.",
  }),
  password_reset_count: Type.Integer({
    description: "Number of emailed links to reset the password. Expired and used links do not count.",
  }),
});

/** Reason for an action on an account. */
export const staffAccountReason = Type.Object({
  reason: Type.String({
    minLength: 1,
    maxLength: 500,
    description: "Reason, stored with actor and time. Only staff can see it.",
  }),
});
