import type { EmailQueue } from "../../infrastructure/mail/index.ts";
import type { Addresses } from "../../runtime/addresses.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Config } from "../../runtime/config/index.ts";
import type { RandomText } from "../../runtime/random.ts";
import type { Passwords } from "../people/index.ts";

/** What the members module uses from the platform. */
export interface MembersDeps {
  /** Who can create an account (SOUK_SIGN_UP). */
  signUpPolicy: Config["signUp"];
  addresses: Addresses;
  clock: Clock;
  random: RandomText;
  passwords: Pick<Passwords, "hashChosen">;
  /** Queue an email, which is sent after the transaction commits. */
  sendEmail: EmailQueue["send"];
  /** Find the sending limit that one more email would exceed. */
  findExceededLimit: EmailQueue["findExceededLimit"];
  /** Whether this platform sends email. */
  sendsEmail: boolean;
}

/** The email that invites a person to a store. */
export interface InvitationEmail {
  store_id: number;
  kind: "invitation";
  /** Invitations count toward the daily limit of the account that owns the store. */
  is_own_text: true;
  recipient: string;
  subject: string;
  text: string;
}
