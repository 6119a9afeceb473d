/** A kind of security event. */
interface SecurityEventKindInfo {
  /** What happened, for people. */
  text: string;
  /**
   * Whether a stranger can cause the event again and again. Within an hour, events of this kind are recorded up to a limit, and the
   * events beyond it are only counted.
   */
  isRepeatable?: true;
  /** Whether the platform's staff cause the event. Other people do not learn which staff member caused it, or from where. */
  isByStaff?: true;
}

const kinds = {
  sign_in_succeeded: { text: "Signed in" },
  sign_in_failed: { text: "Sign-in failed: wrong password", isRepeatable: true },
  sign_in_blocked: { text: "Sign-in blocked: too many attempts", isRepeatable: true },
  signed_out: { text: "Signed out" },
  session_ended: { text: "Signed out a device" },
  other_sessions_ended: { text: "Signed out all other devices" },
  account_created: { text: "Account created" },
  email_verified: { text: "Email address verified" },
  second_factor_added: { text: "Second factor added" },
  second_factor_removed: { text: "Second factor removed" },
  recovery_codes_replaced: { text: "Recovery codes replaced" },
  recovery_code_used: { text: "Recovery code used" },
  code_requested: { text: "Correct password entered; a code was requested", isRepeatable: true },
  code_check_failed: { text: "Wrong code of a second factor", isRepeatable: true },
  password_check_failed: { text: "Wrong current password", isRepeatable: true },
  password_changed: { text: "Password changed" },
  password_reset_requested: { text: "Link for a new password requested" },
  password_reset: { text: "Password changed with a link" },
  events_omitted: { text: "More events of one kind, not recorded one by one" },
  member_invited: { text: "Staff invited" },
  invitation_withdrawn: { text: "Invitation withdrawn" },
  invitation_accepted: { text: "Invitation accepted" },
  member_access_changed: { text: "Access of a member changed" },
  member_removed: { text: "Member removed" },
  ownership_transferred: { text: "Ownership transferred" },
  app_installed: { text: "App installed" },
  app_scopes_changed: { text: "Access of an app changed" },
  app_uninstalled: { text: "App uninstalled" },
  custom_app_created: { text: "Custom app created" },
  custom_app_token_replaced: { text: "Access token of a custom app replaced" },
  app_registered: { text: "App registered" },
  app_changed: { text: "URLs or PKCE rule of an app changed" },
  client_secret_created: { text: "Client secret created" },
  client_secret_switched: { text: "Switched to the new client secret" },
  client_secret_revoked: { text: "Client secret revoked" },
  code_reused: { text: "Authorization code used twice", isRepeatable: true },
  export_requested: { text: "Export requested" },
  export_downloaded: { text: "Exported file downloaded", isRepeatable: true },
  suspended: { text: "Suspended by the platform", isByStaff: true },
  suspension_lifted: { text: "Suspension lifted by the platform", isByStaff: true },
  fulfillment_url_changed: { text: "Fulfillment URL changed by the platform", isByStaff: true },
  sessions_ended_by_staff: { text: "Signed out everywhere by the platform", isByStaff: true },
  password_reset_sent_by_staff: { text: "Link for a new password sent by the platform", isByStaff: true },
  secret_key_rotated: { text: "Secret key of the platform rotated" },
} as const satisfies Record<string, SecurityEventKindInfo>;

/** The name of a kind of security event. */
export type SecurityEventKind = keyof typeof kinds;

/** Every kind of security event, with its text. The list is closed: other kinds do not occur. */
export const securityEventKinds: Readonly<Record<SecurityEventKind, SecurityEventKindInfo>> = kinds;

/** The names of all kinds of security events. */
export const securityEventKindNames = Object.keys(kinds) as [SecurityEventKind, ...SecurityEventKind[]];
