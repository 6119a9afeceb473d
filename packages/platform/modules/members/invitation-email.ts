import { type Scope, scopes } from "@souk/contract";
import type { InvitationEmail } from "./members-deps.ts";

/** The content of the invitation email. */
export interface InvitationWords {
  store: { id: number; name: string };
  email: string;
  role: "manager" | "staff";
  scopes: readonly Scope[];
  /** The name of the person who sends it. */
  by: string;
  link: string;
}

function roleWords({ role, scopes: given }: InvitationWords): string {
  if (role === "manager") return "As a manager you have full access except managing other managers.";
  return `You will be able to:\n${given.map((scope) => `  - ${scopes[scope]}`).join("\n")}`;
}

/** Build the email of an invitation. */
export function buildInvitationEmail(words: InvitationWords): InvitationEmail {
  const { store, email, by, link } = words;
  return {
    store_id: store.id,
    kind: "invitation",
    recipient: email,
    subject: `Join ${store.name}`,
    text: `${by} invited you to join the store "${store.name}".

${roleWords(words)}

Open this link to accept. It is valid for 7 days and can be used once:

${link}

If you did not expect this invitation, you can ignore this email.
`,
  };
}
