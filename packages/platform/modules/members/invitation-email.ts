import { type Right, type Role, rights } from "@souk/contract";
import type { InvitationEmail } from "./members-deps.ts";

/** The content of the email of an invitation. */
export interface InvitationEmailContent {
  store: { id: number; name: string };
  email: string;
  role: Role;
  /** All rights that the role gives. */
  rights: readonly Right[];
  /** The names of the apps that the person may open although the rights do not cover the apps' scopes. */
  app_names: readonly string[];
  /** The name of the person who sends the invitation, or their email address if they have no name. */
  invited_by: string;
  link: string;
}

function describeAccess({ role, rights: grantedRights, app_names }: InvitationEmailContent): string {
  if (role === "manager")
    return "As a manager, you have full access, except that you cannot manage other managers.";
  const sentences = [
    ...grantedRights.map((right) => rights[right]),
    ...app_names.map((name) => `Open the app ${name}`),
  ];
  return `You will be able to:\n${sentences.map((sentence) => `  - ${sentence}`).join("\n")}`;
}

/** Build the email that invites a person to a store. */
export function buildInvitationEmail(content: InvitationEmailContent): InvitationEmail {
  const { store, email, invited_by, link } = content;
  return {
    store_id: store.id,
    kind: "invitation",
    // The email counts toward the email limit of the store's owner.
    is_own_text: true,
    recipient: email,
    subject: `Join ${store.name}`,
    text: `${invited_by} invited you to join the store "${store.name}".

${describeAccess(content)}

Open this link to accept. It is valid for 7 days and can be used once:

${link}

If you did not expect this invitation, you can ignore this email.
`,
  };
}
