import { Type } from "typebox";
import { defineOperation } from "../operation.ts";
import { idParam, noParams } from "../schemas/common.ts";
import { staffAccount, staffAccountDetail, staffAccountReason } from "../schemas/staff-people.ts";
import { staffOperation } from "./staff.ts";

const response = Type.Object({ account: staffAccountDetail });
const changeOperation = {
  ...staffOperation,
  needsStepUp: true,
  method: "POST",
  params: idParam,
  query: {},
  body: staffAccountReason,
  response,
} as const;

export const listStaffAccounts = defineOperation({
  ...staffOperation,
  id: "staff_accounts.list",
  method: "GET",
  path: "/accounts.json",
  params: noParams,
  query: {
    query: {
      kind: "text",
      maxLength: 255,
      description:
        "Returns accounts whose name and email address together contain words that begin with each of these words. " +
        "At least 2 characters.",
    },
    limit: { kind: "limit", default: 50 },
  },
  response: Type.Object({
    accounts: Type.Array(staffAccount, {
      description: "First the account with exactly this email address, then the others, sorted by name.",
    }),
    has_more: Type.Boolean({ description: "Whether more accounts match. To find them, add words." }),
  }),
  errors: ["invalid"],
  summary: "Find accounts",
});

export const getStaffAccount = defineOperation({
  ...staffOperation,
  id: "staff_accounts.get",
  method: "GET",
  path: "/accounts/:id.json",
  params: idParam,
  query: {},
  response,
  errors: ["not_found"],
  summary: "Get an account",
});

export const endAccountSessions = defineOperation({
  ...changeOperation,
  id: "staff_accounts.end_sessions",
  path: "/accounts/:id/end_sessions.json",
  errors: ["not_found", "invalid", "csrf_failed"],
  summary: "End all sessions of an account",
  description: "Signs the person out on all devices. Their password stays valid.",
});

export const sendAccountPasswordReset = defineOperation({
  ...changeOperation,
  id: "staff_accounts.send_password_reset",
  path: "/accounts/:id/send_password_reset.json",
  errors: ["not_found", "invalid", "conflict", "csrf_failed"],
  summary: "Send a password reset email",
  description:
    "Emails a link for a new password to the account's own address. The link is valid for 30 minutes and can be used once. " +
    "Rejected with 409 (`conflict`) while three links of the account are still valid.",
});
