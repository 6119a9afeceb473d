import { createSafeSender, type NameResolver, type SafeSender, type SendLimits } from "@souk/delivery";
import type { Clock } from "../clock.ts";

/** What every way out of the house is made from. */
export interface SenderGround {
  clock: Clock;
  allowLoopback: boolean;
  /** Who is asked for the addresses of host names; each sender asks the system's name servers when left out. */
  resolver?: NameResolver;
}

/** A way out of the house for one kind of request. @param userAgent the name that these requests go by */
export function createSender(
  { clock, allowLoopback, resolver }: SenderGround,
  userAgent: string,
  limits: Partial<SendLimits> = {},
): SafeSender {
  return createSafeSender({ clock, allowLoopback, userAgent, limits, ...(resolver && { resolver }) });
}
