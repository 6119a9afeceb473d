import { type ReactNode, useState } from "react";
import { IdempotencyKeys } from "./use-idempotent-submit.ts";

/** Keep the idempotency keys of the forms inside this component while the forms mount and unmount, for example in a dialog. */
export function IdempotencyProvider({ children }: { children: ReactNode }) {
  const [keys] = useState(() => new Map<string, string>());
  return <IdempotencyKeys value={keys}>{children}</IdempotencyKeys>;
}
