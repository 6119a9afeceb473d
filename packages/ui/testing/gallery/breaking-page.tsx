import { useNow } from "../../index.ts";

/** A page whose drawing throws. */
export function BreakingPage() {
  if (useNow() > 0) throw new Error("This page breaks on purpose.");
  return <p>Never drawn</p>;
}
