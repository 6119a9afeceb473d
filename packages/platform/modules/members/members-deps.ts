import type { Queryable } from "@souk/database";
import type { Post } from "../../infrastructure/mail/index.ts";
import type { Addresses } from "../../runtime/addresses.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { RandomText } from "../../runtime/random.ts";

/** What members and invitations need from the platform. */
export interface MembersDeps {
  addresses: Addresses;
  clock: Clock;
  random: RandomText;
  passwords: { hash(password: string): Promise<string> };
  sendEmail(tx: Queryable, mail: InvitationEmail): Promise<void>;
  boundReached: Post["askedBoundReached"];
  /** Whether this platform sends email. */
  sendsEmail: boolean;
}

/** The email of an invitation. */
export interface InvitationEmail {
  store_id: number;
  kind: "invitation";
  recipient: string;
  subject: string;
  text: string;
}
