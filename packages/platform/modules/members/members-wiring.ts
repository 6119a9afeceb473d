import type { Queryable } from "@souk/database";
import type { Addresses } from "../../addresses.ts";
import type { Clock } from "../../clock.ts";
import type { Post } from "../../mail/index.ts";
import type { RandomText } from "../../random.ts";

/** What inviting people needs of the rest of the house; given at wiring. */
export interface MembersWiring {
  addresses: Addresses;
  clock: Clock;
  random: RandomText;
  passwords: { hash(password: string): Promise<string> };
  sendMail(tx: Queryable, mail: InvitationMail): Promise<void>;
  boundReached: Post["askedBoundReached"];
  /** Whether mail leaves this platform. */
  sendsMail: boolean;
}

/** The mail of an invitation. */
export interface InvitationMail {
  store_id: number;
  kind: "invitation";
  recipient: string;
  subject: string;
  text: string;
}
