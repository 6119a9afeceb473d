import { type ReactNode, useState } from "react";
import { WishKeys } from "./use-wishes.ts";

/** Keeps what is wished for in a form that comes and goes, such as one in a window: it stands around what opens and closes. */
export function KeptWishes({ children }: { children: ReactNode }) {
  const [keys] = useState(() => new Map<string, string>());
  return <WishKeys value={keys}>{children}</WishKeys>;
}
