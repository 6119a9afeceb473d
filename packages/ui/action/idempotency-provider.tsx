import { type ReactNode, useState } from "react";
import { IdempotencyKeys } from "./use-idempotent-submit.ts";

/**
 * Keep the idempotency keys of forms that mount and unmount, for example in a dialog. It wraps what opens
 * and closes.
 */
export function IdempotencyProvider({ children }: { children: ReactNode }) {
  const [keys] = useState(() => new Map<string, string>());
  return <IdempotencyKeys value={keys}>{children}</IdempotencyKeys>;
}
