import { type Scope, scopes } from "@souk/contract";
import type { InvitationMail } from "./members-wiring.ts";

/** What the mail says. */
export interface InvitationWords {
  store: { id: number; name: string };
  email: string;
  role: "manager" | "staff";
  scopes: readonly Scope[];
  /** What the person is called who sends it. */
  by: string;
  link: string;
}

function roleWords({ role, scopes: given }: InvitationWords): string {
  if (role === "manager") return "As a manager you can do everything there but decide about other managers.";
  return `There you will be able to:\n${given.map((scope) => `  - ${scopes[scope]}`).join("\n")}`;
}

/** The mail that brings somebody an invitation. */
export function invitationMail(words: InvitationWords): InvitationMail {
  const { store, email, by, link } = words;
  return {
    store_id: store.id,
    kind: "invitation",
    recipient: email,
    subject: `Join ${store.name}`,
    text: `${by} invites you to work in the shop "${store.name}".

${roleWords(words)}

Open this address to accept. It is good for 7 days, and once:

${link}

If you did not expect this, leave it alone: without you nothing happens.
`,
  };
}
