import {
  createSafeSender,
  type LocalAccess,
  type NameResolver,
  type SafeSender,
  type SendLimits,
} from "@souk/delivery";
import type { Clock } from "../clock.ts";

/** Dependencies of every sender of outgoing requests. */
export interface SenderDeps {
  clock: Clock;
  localAccess: LocalAccess;
  /** The DNS resolver; by default, each sender uses the system's name servers. */
  resolver?: NameResolver;
}

/** Create a safe sender for one kind of outgoing request. @param userAgent the User-Agent header of these requests */
export function createSender(
  { clock, localAccess, resolver }: SenderDeps,
  userAgent: string,
  limits: Partial<SendLimits> = {},
): SafeSender {
  return createSafeSender({ clock, localAccess, userAgent, limits, ...(resolver && { resolver }) });
}
