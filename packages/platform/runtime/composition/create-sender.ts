import { createSafeSender, type NameResolver, type SafeSender, type SendLimits } from "@souk/delivery";
import type { Clock } from "../clock.ts";

/** What every sender is made from. */
export interface SenderDeps {
  clock: Clock;
  allowLoopback: boolean;
  /** The resolver of host names; by default each sender asks the system's name servers. */
  resolver?: NameResolver;
}

/** Create the sender of one kind of request. @param userAgent the name that these requests go by */
export function createSender(
  { clock, allowLoopback, resolver }: SenderDeps,
  userAgent: string,
  limits: Partial<SendLimits> = {},
): SafeSender {
  return createSafeSender({ clock, allowLoopback, userAgent, limits, ...(resolver && { resolver }) });
}
